import { createParser } from 'eventsource-parser';
import * as v from 'valibot';
import { ApiError, asApiError, foreignError } from '../api/ApiError.ts';
import { request } from '../api/client.ts';
import { parseJson, readBody } from '../api/envelope.ts';
import { calls } from '../contract/calls.ts';
import { LiveBatch, LiveEvent, liveStream } from '../contract/live.ts';

/** How long live events wait for what, in milliseconds. */
export type LiveTimes = typeof liveTimes;

export const liveTimes = {
  /** Until the first batch of a stream, which the server sends at once: behind a proxy that buffers the response it never arrives. */
  firstMs: 10_000,
  /** Between two bytes of a stream: the server sends something every 15 s. */
  silenceMs: 35_000,
  /** A nudge restarts a stream that was silent for this long. */
  doubtMs: 20_000,
  /** A stream that lasted this long, or delivered an event, did not fail. */
  lastedMs: 10_000,
  /** Until a stream that failed is tried again, and the longest such wait: it doubles with each failure. */
  shortestMs: 1000,
  longestMs: 60_000,
  /** Between two polls, where there is no stream. */
  pollEveryMs: 15_000,
  /** After a refusal, unless the session changes. */
  refusedMs: 5 * 60_000,
  /** A backend that knows neither streams nor polls is asked again after this: it may be a newer version by then. */
  unknownMs: 30 * 60_000,
  /** How often a visible tab asks the leader for a sign of life, … */
  askEveryMs: 30_000,
  /** … and how long it waits for one before it takes over from a leader that is frozen. */
  answerMs: 5000,
  /** A leader hidden for so long gives way: browsers slow hidden tabs down. */
  restMs: 5 * 60_000,
};

/** A batch is at most 500 events, and few of them are long. */
const maxBufferSize = 8_000_000;

export type StreamOptions = {
  /** The cursor of the batch received last; null to begin now. */
  cursor: string | null;
  signal: AbortSignal;
  onBatch: (batch: LiveBatch) => void;
  /** Called for every sign of life. */
  onBytes?: () => void;
  times?: Pick<LiveTimes, 'firstMs' | 'silenceMs'>;
};

/**
 * Receives live events over the server's event stream for as long as it lasts. Uses `fetch`, because an `EventSource` cannot send a
 * bearer. The outcome is not noted as reachability: a blocked stream says nothing about the connection.
 *
 * @returns when the server ended the stream
 * @throws ApiError when there is no stream, it broke, or it fell silent; the signal's reason when aborted
 */
export async function readStream(options: StreamOptions): Promise<void> {
  const { cursor, onBatch, onBytes, times = liveTimes } = options;
  const dead = new AbortController();
  const signal = AbortSignal.any([options.signal, dead.signal]);
  const die = () => dead.abort(new ApiError('timeout'));
  let timer = setTimeout(die, times.firstMs);
  let hasBegun = false;
  try {
    const response = await request({
      method: 'GET',
      path: liveStream.path,
      headers: { accept: 'text/event-stream', ...(cursor !== null && { 'last-event-id': cursor }) },
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
        timer = setTimeout(die, times.silenceMs);
      },
    });
    await response.body.pipeTo(read, { signal });
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

const AnyBatch = v.object({
  ...LiveBatch.entries,
  events: v.array(v.looseObject({ kind: v.string() })),
});

const kinds: ReadonlySet<string> = new Set(LiveEvent.options.map(({ entries }) => entries.kind.literal));

/**
 * Checks a batch against the contract. Skips kinds of a later version of the server; where an event of a known kind cannot be read,
 * the batch counts as `missed`.
 *
 * @throws ApiError when it is no batch at all
 */
function batchOf(value: unknown): LiveBatch {
  if (!v.is(AnyBatch, value)) throw foreignError(200);
  const known = value.events.filter(({ kind }) => kinds.has(kind));
  const events = known.flatMap((event) => {
    const { success, output } = v.safeParse(LiveEvent, event);
    return success ? output : [];
  });
  return { cursor: value.cursor, missed: value.missed || events.length < known.length, events };
}
