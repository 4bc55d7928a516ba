import { createParser } from 'eventsource-parser';
import * as v from 'valibot';
import { ApiError, asApiError, foreignError } from '../api/ApiError.ts';
import { request } from '../api/client.ts';
import { parseJson, readBody } from '../api/envelope.ts';
import { calls } from '../contract/calls.ts';
import { LiveBatch, LiveEvent, liveStream } from '../contract/live.ts';

/** Time limits and intervals of live events, in milliseconds. */
export const liveTimes = {
  /** Time until the first batch of a stream. The server sends it at once; behind a proxy that buffers the response it never arrives. */
  firstMs: 10_000,
  /** Longest time between two bytes of a stream: the server sends something every 15 s. */
  silenceMs: 35_000,
  /** A nudge restarts a stream that was silent for this long. */
  doubtMs: 20_000,
  /** A stream that lasted this long, or delivered an event, did not fail. */
  lastedMs: 10_000,
  /** The first and the longest wait after a stream that failed; each failure doubles it. */
  shortestMs: 1000,
  longestMs: 60_000,
  /** Interval of polls, without a stream. */
  pollEveryMs: 15_000,
  /** Wait after a refusal, unless the session changes. */
  refusedMs: 5 * 60_000,
  /** Interval at which a visible tab asks the leader for a sign of life. */
  pingEveryMs: 30_000,
  /** Time until a visible tab takes over from a leader that gave no sign of life, because it is frozen. */
  answerMs: 5000,
  /** Time until a hidden leader gives way: browsers slow hidden tabs down. */
  restMs: 5 * 60_000,
};
export type LiveTimes = typeof liveTimes;

/**
 * Returns how many milliseconds ago a stream without a cursor is to begin: before anything that this page has read. Its request may
 * take as long again to arrive; what was read before the stream begins is read again.
 */
function pastMs(): number {
  return Math.ceil(2 * performance.now() + 2000);
}

/** Characters. A batch is at most 500 events, and few of them are long. */
const maxBufferSize = 8_000_000;

export type StreamOptions = {
  /** The cursor of the batch received last; null to begin with what happened since the page began, as far as the server knows. */
  cursor: string | null;
  signal: AbortSignal;
  onBatch: (batch: LiveBatch) => void;
  /** Called for every chunk, heartbeats included. */
  onBytes?: () => void;
  times?: Pick<LiveTimes, 'firstMs' | 'silenceMs'>;
};

/**
 * Reads the server's event stream until the server ends it. Uses `fetch`, because an `EventSource` cannot send a bearer. The outcome
 * does not count for connectivity: a blocked stream says nothing about the connection.
 *
 * @throws ApiError when there is no stream, it breaks, or it falls silent (`timeout`); the signal's reason when aborted
 */
export async function readStream(options: StreamOptions): Promise<void> {
  const { cursor, onBatch, onBytes, times = liveTimes } = options;
  const ended = new AbortController();
  const signal = AbortSignal.any([options.signal, ended.signal]);
  const abort = () => ended.abort(new ApiError('timeout'));
  let timer = setTimeout(abort, times.firstMs);
  let hasBegun = false;
  try {
    const response = await request({
      method: 'GET',
      path: liveStream.path,
      headers: {
        accept: 'text/event-stream',
        ...(cursor === null ? { [liveStream.ago]: String(pastMs()) } : { 'last-event-id': cursor }),
      },
      once: true,
      signal,
    });
    const type = response.headers.get('content-type') ?? '';
    if (!/^text\/event-stream/i.test(type) || !response.body) throw foreignError(response.status);
    const parser = createParser({
      maxBufferSize,
      onEvent({ event, data }) {
        if (event !== liveStream.event) return;
        onBatch(batchOf(parseJson(data)));
        hasBegun = true;
      },
      onError(error) {
        if (error.type === 'max-buffer-size-exceeded') throw error;
      },
    });
    const decoder = new TextDecoder();
    const read = new WritableStream<Uint8Array>({
      write(bytes) {
        onBytes?.();
        parser.feed(decoder.decode(bytes, { stream: true }));
        if (!hasBegun) return;
        clearTimeout(timer);
        timer = setTimeout(abort, times.silenceMs);
      },
    });
    await response.body.pipeTo(read, { signal });
  } catch (error) {
    signal.throwIfAborted();
    throw asApiError(error);
  } finally {
    clearTimeout(timer);
    // Closes the connection, whatever ended the stream.
    ended.abort();
  }
}

/**
 * Requests the events since a cursor once, where there is no stream. The outcome does not count for connectivity either.
 *
 * @throws ApiError; the signal's reason when aborted
 */
export async function pollEvents(cursor: string | null, signal: AbortSignal): Promise<LiveBatch> {
  const { method, path } = calls.events;
  const response = await request({ method, path, body: { cursor }, signal });
  return batchOf((await readBody(response, signal)).value);
}

const AnyBatch = v.object({
  ...LiveBatch.entries,
  events: v.array(v.looseObject({ kind: v.string() })),
});

const kinds: ReadonlySet<string> = new Set(LiveEvent.options.map(({ entries }) => entries.kind.literal));

/**
 * Checks a batch against the contract. Skips kinds of events that only a later version knows; an invalid event of a known kind makes
 * the batch `missed`.
 *
 * @throws ApiError for anything else than a batch
 */
function batchOf(value: unknown): LiveBatch {
  if (!v.is(AnyBatch, value)) throw foreignError(200);
  const known = value.events.filter(({ kind }) => kinds.has(kind));
  const events = known.flatMap((event) => {
    const { success, output } = v.safeParse(LiveEvent, event);
    return success ? output : [];
  });
  return { ...value, missed: value.missed || events.length < known.length, events };
}
