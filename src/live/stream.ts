import { EventSourceParserStream } from 'eventsource-parser/stream';
import * as v from 'valibot';
import { ApiError, asApiError, foreignError } from '../api/ApiError.ts';
import { request } from '../api/client.ts';
import { readBody } from '../api/envelope.ts';
import { calls } from '../contract/calls.ts';
import { LiveBatch, LiveEvent, liveStream } from '../contract/live.ts';

export type StreamLimits = {
  /** Until the first batch, which the server sends at once: behind a proxy that buffers the response it never arrives. */
  firstMs: number;
  /** Between two bytes: the server sends something every 15 s. */
  silenceMs: number;
};

const streamLimits: StreamLimits = { firstMs: 10_000, silenceMs: 35_000 };
/** A batch is at most 500 events, and few of them are long. */
const maxCharacters = 8_000_000;

export type StreamOptions = {
  /** The cursor of the batch received last; null to begin now. */
  cursor: string | null;
  signal: AbortSignal;
  onBatch: (batch: LiveBatch) => void;
  /** Called for every sign of life. */
  onBytes?: () => void;
  limits?: StreamLimits | undefined;
};

/**
 * Receives live events over the server's event stream for as long as it lasts. Uses `fetch`, because an `EventSource` cannot send a
 * bearer. The outcome is not noted as reachability: a blocked stream says nothing about the connection.
 *
 * @returns when the server ended the stream
 * @throws ApiError when there is no stream, it broke, or it fell silent; the signal's reason when aborted
 */
export async function readStream(options: StreamOptions): Promise<void> {
  const { cursor, onBatch, onBytes, limits = streamLimits } = options;
  const dead = new AbortController();
  const signal = AbortSignal.any([options.signal, dead.signal]);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const expectWithin = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => dead.abort(new ApiError('timeout')), ms);
  };
  let hasBegun = false;
  const alive = () => {
    onBytes?.();
    if (hasBegun) expectWithin(limits.silenceMs);
  };
  try {
    signal.throwIfAborted();
    expectWithin(limits.firstMs);
    const response = await request({
      method: 'GET',
      path: liveStream.path,
      headers: { accept: 'text/event-stream', ...(cursor !== null && { 'last-event-id': cursor }) },
      once: true,
      signal,
    });
    const type = response.headers.get('content-type') ?? '';
    if (!/^text\/event-stream/i.test(type) || !response.body) throw foreignError(response.status);
    const decoder = new TextDecoder();
    await response.body
      .pipeThrough(
        new TransformStream<Uint8Array, string>({
          transform(bytes, text) {
            alive();
            text.enqueue(decoder.decode(bytes, { stream: true }));
          },
        }),
      )
      .pipeThrough(new EventSourceParserStream({ maxBufferSize: maxCharacters }))
      .pipeTo(
        new WritableStream({
          write({ event, data }) {
            if (event !== liveStream.event) return;
            onBatch(batchOf(parseJson(data)));
            hasBegun = true;
            alive();
          },
        }),
        { signal },
      );
  } catch (error) {
    signal.throwIfAborted();
    throw asApiError(error);
  } finally {
    clearTimeout(timer);
    // Closes the connection, whatever ended the stream.
    dead.abort();
  }
}

/**
 * Asks once what happened since a cursor, where there is no stream. Not noted as reachability either.
 *
 * @throws ApiError; the signal's reason when aborted
 */
export async function pollEvents(cursor: string | null, signal: AbortSignal): Promise<LiveBatch> {
  const { method, path } = calls.events;
  const response = await request({ method, path, body: { cursor }, signal });
  return batchOf((await readBody(response, signal)).value);
}

function parseJson(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    return undefined;
  }
}

const AnyBatch = v.object({
  ...LiveBatch.entries,
  events: v.array(v.looseObject({ kind: v.string() })),
});

const kinds: ReadonlySet<string> = new Set(LiveEvent.options.map(({ entries }) => entries.kind.literal));

/** To apply more at once costs more than to refetch everything that is shown. */
const maxEvents = 2000;

/**
 * Checks a batch against the contract. Skips kinds of a later version of the server; where an event of a known kind cannot be read,
 * the batch counts as `missed`.
 *
 * @throws ApiError when it is no batch at all
 */
function batchOf(value: unknown): LiveBatch {
  const batch = v.safeParse(AnyBatch, value);
  if (!batch.success) throw foreignError(200);
  const { cursor, missed, events } = batch.output;
  const known = events.filter(({ kind }) => kinds.has(kind));
  const checked = known.slice(0, maxEvents).flatMap((event) => {
    const { success, output } = v.safeParse(LiveEvent, event);
    return success ? output : [];
  });
  return { cursor, missed: missed || checked.length < known.length, events: checked };
}
