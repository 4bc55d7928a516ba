import { createParser } from 'eventsource-parser';
import { type LiveBatch, liveStream } from '../contract/live.ts';
import { ownCalls } from '../contract/ownCalls.ts';
import { ApiError, strangerError } from './ApiError.ts';
import { readAnswer } from './envelope.ts';
import { wireError } from './exchange.ts';
import { liveBatchOf } from './liveBatch.ts';
import { transmit } from './transport.ts';

export type StreamLimits = {
  /** Until the first batch, which the service sends at once: behind a proxy that holds everything back it never comes. */
  firstMs: number;
  /** Between two bytes: the service sends something every 15 s. */
  silenceMs: number;
};

const streamLimits: StreamLimits = { firstMs: 10_000, silenceMs: 35_000 };
/** A batch is at most 500 events, and few of them are long. */
const mostCharacters = 8_000_000;

export type StreamOptions = {
  /** The cursor of the batch heard last; null to begin now. */
  cursor: string | null;
  signal: AbortSignal;
  onBatch: (batch: LiveBatch) => void;
  /** Told of every sign of life. */
  onByte?: () => void;
  limits?: StreamLimits;
};

function parsed(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    throw strangerError(200);
  }
}

/**
 * Reads what happens from the service's stream, for as long as it lasts. It is read by `fetch`, because an `EventSource` can send
 * no bearer. What it comes to is noted nowhere: a stream that is blocked says nothing about the line.
 *
 * @returns when the service ended it
 * @throws ApiError when there is no stream, it broke, or it fell silent; the signal's reason when aborted
 */
export async function readStream(options: StreamOptions): Promise<void> {
  const { cursor, signal, onBatch, onByte, limits = streamLimits } = options;
  const line = new AbortController();
  const giveUp = () => line.abort(signal.reason);
  const late = () => line.abort(new ApiError('timeout'));
  signal.throwIfAborted();
  signal.addEventListener('abort', giveUp);
  let timer = setTimeout(late, limits.firstMs);
  let begun = false;
  const parser = createParser({
    maxBufferSize: mostCharacters,
    onEvent({ event, data }) {
      if (event !== liveStream.event) return;
      const batch = liveBatchOf(parsed(data));
      begun = true;
      onBatch(batch);
    },
    onError(error) {
      if (error.type === 'max-buffer-size-exceeded') throw strangerError(200);
    },
  });
  try {
    const request = { method: 'GET', path: liveStream.path, stream: { lastEventId: cursor } } as const;
    const response = await transmit({ ...request, signal: line.signal });
    const type = response.headers.get('content-type') ?? '';
    if (!/^text\/event-stream/i.test(type) || !response.body) throw strangerError(response.status);
    const reader = response.body.getReader();
    const decoder = new TextDecoder();
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      onByte?.();
      parser.feed(decoder.decode(read.value, { stream: true }));
      if (!begun) continue;
      clearTimeout(timer);
      timer = setTimeout(late, limits.silenceMs);
    }
  } catch (error) {
    line.signal.throwIfAborted();
    throw wireError(error, undefined);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', giveUp);
    // Lets go of the connection, whatever ended the reading.
    line.abort();
  }
}

/**
 * Asks once what happened since a cursor, for whoever has no stream. It is noted nowhere either.
 *
 * @throws ApiError; the signal's reason when aborted
 */
export async function askEvents(cursor: string | null, signal: AbortSignal): Promise<LiveBatch> {
  const { method, path } = ownCalls.events;
  const response = await transmit({ method, path, body: { cursor }, signal });
  return liveBatchOf(await readAnswer(response, signal));
}
