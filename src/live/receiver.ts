import { ApiError } from '../api/ApiError.ts';
import type { LiveBatch } from '../contract/live.ts';
import { pollEvents, readStream, type StreamLimits } from './stream.ts';

export type ReceiverTimes = {
  stream?: StreamLimits;
  /** The first wait after a failure, and the longest: it doubles with each. */
  shortestMs: number;
  longestMs: number;
  /** A stream that lasted this long, or delivered an event, did not fail. */
  lastedMs: number;
  /** Between two polls, where there is no stream. */
  pollEveryMs: number;
  /** Where streams are blocked, one is tried again after this at the latest: at first sooner, because it may have been the connection. */
  retryStreamMs: number;
  /** A backend that knows neither is asked again after this: it may be a newer version by then. */
  unknownMs: number;
  /** After a refusal, unless the session changes. */
  refusedMs: number;
  /** A nudge restarts a stream that was silent for this long. */
  doubtMs: number;
};

export const receiverTimes: ReceiverTimes = {
  shortestMs: 1000,
  longestMs: 60_000,
  lastedMs: 10_000,
  pollEveryMs: 15_000,
  retryStreamMs: 3 * 60_000,
  unknownMs: 30 * 60_000,
  refusedMs: 5 * 60_000,
  doubtMs: 20_000,
};

/** After so many streams in a row that broke at once, polling is better. */
const maxShortStreams = 4;

export type ReceiverHooks = {
  /** `since` is the cursor that the batch follows; null for the first, which only says where the events begin. */
  onBatch: (batch: LiveBatch, since: string | null) => void;
  /** Whether events arrive by themselves. */
  onConnected: (connected: boolean) => void;
  /** There was no response, or the connection broke: a reason to check it, and no more. */
  onSilence: () => void;
  /** The server says that this user may not receive events, or no longer. */
  onRefused: () => void;
  isVisible: () => boolean;
};

export type Receiver = {
  /** Tries again now: the connection is back, the session has changed, or the tab is looked at. */
  nudge: () => void;
  stop: () => void;
};

type Failure = 'silent' | 'unknown' | 'refused';
/** `short`: it broke soon after it began. `polled`: it is time to try a stream again. */
type Outcome = 'ok' | 'short' | 'polled' | Failure;

function failureOf(error: unknown): Failure {
  const status = error instanceof ApiError ? error.status : 0;
  if (status === 401 || status === 403) return 'refused';
  return status === 404 || status === 405 ? 'unknown' : 'silent';
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, signal.aborted ? 0 : ms);
  signal.addEventListener('abort', () => resolve(), { once: true });
  return promise.finally(() => clearTimeout(timer));
}

/** Receives live events from a cursor on: over a stream, or by polling where streams are blocked. Null begins now. */
export function receive(
  from: string | null,
  hooks: ReceiverHooks,
  times: ReceiverTimes = receiverTimes,
): Receiver {
  const stopped = new AbortController();
  let nudged = new AbortController();
  let cursor = from;
  /** In a row: attempts without a response, streams that broke at once, and streams that failed although polling worked. */
  let failures = 0;
  let shortStreams = 0;
  let blockedStreams = 0;
  let isStreaming = false;
  /** By the wall clock: `performance.now` stops while a device sleeps. */
  let heardAt = 0;

  function onBatch(batch: LiveBatch): void {
    if (stopped.signal.aborted) return;
    const since = cursor;
    cursor = batch.cursor;
    hooks.onConnected(true);
    hooks.onBatch(batch, since);
  }

  /** Begins an attempt: from here on a nudge cuts the next pause short. */
  function untilNudged(): AbortSignal {
    nudged = new AbortController();
    return AbortSignal.any([stopped.signal, nudged.signal]);
  }

  async function stream(signal: AbortSignal): Promise<Outcome> {
    let begunAt: number | undefined;
    let hasEvents = false;
    let failure: unknown;
    isStreaming = true;
    heardAt = Date.now();
    try {
      await readStream({
        cursor,
        signal,
        limits: times.stream,
        onBytes() {
          heardAt = Date.now();
        },
        onBatch(batch) {
          begunAt ??= performance.now();
          hasEvents ||= batch.events.length > 0;
          onBatch(batch);
        },
      });
    } catch (error) {
      failure = error;
    }
    isStreaming = false;
    if (begunAt === undefined) return failureOf(failure);
    return hasEvents || performance.now() - begunAt >= times.lastedMs ? 'ok' : 'short';
  }

  /** Polls until it is time to try a stream again, or until there is no response. A tab out of sight does not poll. */
  async function poll(): Promise<Outcome> {
    const until = performance.now() + Math.min(times.retryStreamMs, times.shortestMs * 4 ** blockedStreams);
    blockedStreams += 1;
    do {
      const signal = untilNudged();
      try {
        onBatch(await pollEvents(cursor, stopped.signal));
      } catch (error) {
        return failureOf(error);
      }
      failures = 0;
      await pause(Math.min(times.pollEveryMs, Math.max(0, until - performance.now())), signal);
      while (!hooks.isVisible() && !stopped.signal.aborted) await pause(times.pollEveryMs, untilNudged());
    } while (performance.now() < until && !stopped.signal.aborted);
    return 'polled';
  }

  function backOff(signal: AbortSignal): Promise<void> {
    const bound = Math.min(times.longestMs, times.shortestMs * 2 ** Math.min(failures, 10));
    failures += 1;
    return pause(bound * (0.5 + Math.random() / 2), signal);
  }

  async function rest(outcome: Outcome, signal: AbortSignal): Promise<void> {
    if (outcome === 'polled' || stopped.signal.aborted) return;
    if (outcome === 'ok') {
      failures = 0;
      shortStreams = 0;
      blockedStreams = 0;
      return pause(Math.random() * times.shortestMs, signal);
    }
    if (outcome === 'short') {
      shortStreams += 1;
      return backOff(signal);
    }
    hooks.onConnected(false);
    if (outcome === 'unknown') return pause(times.unknownMs, stopped.signal);
    if (outcome === 'refused') {
      hooks.onRefused();
      return pause(times.refusedMs, signal);
    }
    hooks.onSilence();
    return backOff(signal);
  }

  async function run(): Promise<void> {
    while (!stopped.signal.aborted) {
      const signal = untilNudged();
      let outcome = await stream(signal);
      // Either streams do not get through, or nothing does.
      const isBlocked = outcome === 'short' ? shortStreams >= maxShortStreams : outcome !== 'ok';
      if (isBlocked && outcome !== 'refused') outcome = await poll();
      await rest(outcome, AbortSignal.any([stopped.signal, nudged.signal]));
    }
  }

  void run();
  return {
    nudge() {
      if (!isStreaming || Date.now() - heardAt > times.doubtMs) nudged.abort();
    },
    stop: () => stopped.abort(),
  };
}
