import { ApiError } from '../api/ApiError.ts';
import { askEvents, readStream, type StreamLimits } from '../api/eventStream.ts';
import type { LiveBatch } from '../contract/live.ts';

export type LiveTimes = {
  stream?: StreamLimits;
  /** The first wait after a failure, and the longest: it doubles with each. */
  shortestMs: number;
  longestMs: number;
  /** A stream that lasted this long, or told of anything, was none that failed. */
  lastedMs: number;
  /** Between two questions, where there is no stream. */
  askEveryMs: number;
  /** Where streams are blocked, one is tried again after this at the latest: at first sooner, because it may have been the line. */
  tryStreamMs: number;
  /** A backend that knows neither is asked again after this, because it may be a newer one by then. */
  unknownMs: number;
  /** As long as a refusal is left alone, unless the session changes. */
  refusedMs: number;
  /** When something makes another try worth while: a stream that said nothing for this long is begun anew. */
  doubtMs: number;
};

export const liveTimes: LiveTimes = {
  shortestMs: 1000,
  longestMs: 60_000,
  lastedMs: 10_000,
  askEveryMs: 15_000,
  tryStreamMs: 3 * 60_000,
  unknownMs: 30 * 60_000,
  refusedMs: 5 * 60_000,
  doubtMs: 20_000,
};

/** Streams that broke so soon one after the other are worth less than asking. */
const mostShortStreams = 4;

export type LiveHooks = {
  /** `since` is the cursor it follows on; null when it only says where this reading begins. */
  onBatch: (batch: LiveBatch, since: string | null) => void;
  /** Whether news come by themselves, or have to be looked for. */
  onTold: (told: boolean) => void;
  /** Nobody answered, or the line broke: a reason to look at it, and no more. */
  onSilence: () => void;
  /** The service says that this person may not hear anything, or not any more. */
  onRefused: () => void;
  isVisible: () => boolean;
};

/** A reading of what happens, over a stream, or by asking where streams are blocked. */
export type LiveReader = {
  /** Something makes another try worth while: the line is back, the window is looked at. */
  nudge: () => void;
  stop: () => void;
};

type Failure = 'unknown' | 'refused' | 'silent';

function failureOf(error: unknown): Failure {
  const status = error instanceof ApiError ? error.status : 0;
  if (status === 401 || status === 403) return 'refused';
  return status === 404 || status === 405 ? 'unknown' : 'silent';
}

/** Begins to read, from a cursor on; null begins now. */
export function readLive(from: string | null, hooks: LiveHooks, times: LiveTimes = liveTimes): LiveReader {
  const ended = new AbortController();
  let cursor = from;
  /** In a row: tries without any answer, streams that were over at once, and streams that failed although asking worked. */
  let failures = 0;
  let short = 0;
  let blocked = 0;
  /** By the wall clock: a device that slept lets no other one run. */
  let heardAt = Date.now();
  let streaming: AbortController | null = null;
  let pausing: { end: () => void; mayBeCut: boolean } | null = null;
  let isHurried = false;

  function take(batch: LiveBatch): void {
    if (ended.signal.aborted) return;
    const since = cursor;
    cursor = batch.cursor;
    hooks.onTold(true);
    hooks.onBatch(batch, since);
  }

  /** @param mayBeCut another try may be worth while before */
  async function pause(ms: number, mayBeCut = true): Promise<void> {
    if (ended.signal.aborted || (mayBeCut && isHurried)) return;
    const over = Promise.withResolvers<void>();
    const timer = setTimeout(over.resolve, ms);
    pausing = { end: over.resolve, mayBeCut };
    await over.promise;
    clearTimeout(timer);
    pausing = null;
  }

  function backOffMs(): number {
    const bound = Math.min(times.longestMs, times.shortestMs * 2 ** Math.min(failures, 10));
    return bound * (0.5 + Math.random() / 2);
  }

  /** @returns whether it was worth having, or why it did not even begin */
  async function stream(): Promise<'good' | 'short' | Failure> {
    let begunAt: number | undefined;
    let hasTold = false;
    const line = new AbortController();
    const stop = () => line.abort();
    ended.signal.addEventListener('abort', stop);
    streaming = line;
    isHurried = false;
    heardAt = Date.now();
    let failure: unknown;
    try {
      await readStream({
        cursor,
        signal: line.signal,
        ...(times.stream && { limits: times.stream }),
        onByte() {
          heardAt = Date.now();
        },
        onBatch(batch) {
          begunAt ??= performance.now();
          hasTold ||= batch.events.length > 0;
          take(batch);
        },
      });
    } catch (error) {
      failure = error;
    } finally {
      streaming = null;
      ended.signal.removeEventListener('abort', stop);
    }
    if (begunAt === undefined) return failureOf(failure);
    return hasTold || performance.now() - begunAt >= times.lastedMs ? 'good' : 'short';
  }

  /** Asks until it is time to try a stream again, or until there is no answer. */
  async function ask(): Promise<Failure | 'told'> {
    const until = performance.now() + Math.min(times.tryStreamMs, times.shortestMs * 4 ** blocked);
    blocked += 1;
    do {
      isHurried = false;
      try {
        take(await askEvents(cursor, ended.signal));
      } catch (error) {
        return failureOf(error);
      }
      failures = 0;
      await pause(Math.min(times.askEveryMs, Math.max(0, until - performance.now())));
      while (!hooks.isVisible() && !ended.signal.aborted) await pause(times.askEveryMs);
    } while (performance.now() < until && !ended.signal.aborted);
    return 'told';
  }

  async function settle(failure: Failure): Promise<void> {
    if (ended.signal.aborted) return;
    hooks.onTold(false);
    if (failure === 'unknown') return pause(times.unknownMs, false);
    if (failure === 'refused') {
      hooks.onRefused();
      return pause(times.refusedMs);
    }
    hooks.onSilence();
    await pause(backOffMs());
    failures += 1;
  }

  async function run(): Promise<void> {
    while (!ended.signal.aborted) {
      const came = await stream();
      if (came === 'refused') await settle(came);
      else if (came === 'good') {
        failures = 0;
        short = 0;
        blocked = 0;
        await pause(Math.random() * times.shortestMs);
      } else if (came === 'short' && short < mostShortStreams) {
        await pause(backOffMs());
        failures += 1;
        short += 1;
      } else {
        // Either streams do not come through, or nothing does.
        const answered = await ask();
        if (answered !== 'told') await settle(answered);
      }
    }
  }

  void run();
  return {
    nudge() {
      if (streaming) {
        if (Date.now() - heardAt > times.doubtMs) streaming.abort();
        else return;
      }
      isHurried = true;
      if (pausing?.mayBeCut) pausing.end();
    },
    stop() {
      ended.abort();
      pausing?.end();
    },
  };
}
