import type { ServerResponse } from 'node:http';
import { liveStream } from '../../../src/contract/live.ts';
import { answerJson, type testBackend } from './backend.ts';

/** Begins a response of server-sent events, as the server does. */
export function startEvents(response: ServerResponse): void {
  response.writeHead(200, {
    'ev-jobs': '1',
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
  });
  response.flushHeaders();
}

/** Sends a batch as one event, its cursor as the id. */
export function sendBatch(response: ServerResponse, batch: { cursor: string }): void {
  response.write(`id: ${batch.cursor}\nevent: happened\ndata: ${JSON.stringify(batch)}\n\n`);
}

type Way = 'open' | 'unknown' | 'refused' | 'held back' | 'broken';

/** A server of events, by stream and by polling; its cursors are numbers. */
export type LiveService = {
  /** How it responds to streams and to polls. */
  streams: Way;
  questions: Way;
  /** The `Last-Event-ID` of each stream that was requested; null for none. */
  readonly asked: (string | null)[];
  /** How far the first batch of a stream reaches back, in milliseconds. */
  ago: number | undefined;
  /** How far each stream was asked to reach back; null for none. */
  readonly askedAgo: (number | null)[];
  /** The cursor of each poll. */
  readonly questioned: (string | null)[];
  /** Returns how many streams are open. */
  open(): number;
  /** Adds an event of a job. */
  happens(jobId: string): void;
  /** Breaks every stream. */
  cut(): void;
  /** Ends every stream in order. */
  end(): void;
};

/** Creates the event server over a test's backend; to be called in each test. */
export function liveService(backend: ReturnType<typeof testBackend>): LiveService {
  const happened: string[] = [];
  const streams = new Set<ServerResponse>();
  const asked: (string | null)[] = [];
  const askedAgo: (number | null)[] = [];
  const questioned: (string | null)[] = [];
  const since = (cursor: string | null) => ({
    cursor: String(happened.length),
    missed: false,
    events: cursor === null ? [] : happened.slice(Number(cursor)).map((jobId) => ({ kind: 'job', jobId })),
  });
  const refusals = { unknown: 404, refused: 403 } as const;

  /** Refuses the request unless it is to be answered. @returns whether it is answered */
  function isRefused(way: Way, response: ServerResponse): boolean {
    if (way === 'broken') response.destroy();
    if (way === 'unknown' || way === 'refused') {
      answerJson(response, refusals[way], { errorMessage: 'No.', code: 'forbidden' });
    }
    return way === 'broken' || way === 'unknown' || way === 'refused';
  }

  const service: LiveService = {
    streams: 'open',
    questions: 'open',
    asked,
    ago: undefined,
    askedAgo,
    questioned,
    open: () => streams.size,
    happens(jobId) {
      happened.push(jobId);
      for (const stream of streams) sendBatch(stream, since(String(happened.length - 1)));
    },
    cut() {
      for (const stream of streams) stream.destroy();
      streams.clear();
    },
    end() {
      for (const stream of streams) stream.end();
      streams.clear();
    },
  };
  backend.handle = ({ url, body, headers }, response) => {
    if (url === '/api/events') {
      const { cursor } = JSON.parse(body) as { cursor: string | null };
      questioned.push(cursor);
      if (!isRefused(service.questions, response)) answerJson(response, 200, { body: since(cursor) });
      return;
    }
    const cursor = headers['last-event-id']?.toString() ?? null;
    asked.push(cursor);
    const ago = headers[liveStream.ago];
    askedAgo.push(ago === undefined ? null : Number(ago));
    if (isRefused(service.streams, response)) return;
    startEvents(response);
    if (service.streams === 'held back') return;
    streams.add(response);
    response.on('close', () => streams.delete(response));
    const isFirst = cursor === null && service.ago !== undefined;
    sendBatch(response, { ...since(cursor), ...(isFirst && { ago: service.ago }) });
  };
  return service;
}
