import { ApiError } from '../api/ApiError.ts';
import type { LiveBatch } from '../contract/live.ts';
import { sleep } from '../timing.ts';
import { type LiveTimes, liveTimes, pollEvents, readStream } from './stream.ts';

export type ReceiverHooks = {
  /** `since` is the cursor that the batch follows; null for the first, which only says where the events begin. */
  onBatch: (batch: LiveBatch, since: string | null) => void;
  /** Whether events arrive by themselves. */
  onConnected: (connected: boolean) => void;
  onFailure: (why: LiveFailure) => void;
  isVisible: () => boolean;
};

export type Receiver = {
  /** Tries again now. Called when the connection is back, the session has changed, or the tab is visible again. */
  nudge: () => void;
  stop: () => void;
};

/**
 * Why no events arrive: no response (`silent`), after which the connection is probed, or a user who may not receive live events
 * (`refused`).
 */
export type LiveFailure = 'silent' | 'refused';

function failureOf(error: unknown): LiveFailure {
  const status = error instanceof ApiError ? error.status : 0;
  return status === 401 || status === 403 ? 'refused' : 'silent';
}

/** Waits; ends early when aborted. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return sleep(Math.max(0, ms), signal).catch(() => undefined);
}

/**
 * Receives live events from a cursor on; null begins now. Streams them, one stream after the other; after a stream that failed, polls
 * until the next is tried; after a poll that failed, waits.
 */
export function receive(from: string | null, hooks: ReceiverHooks, times: LiveTimes = liveTimes): Receiver {
  const stopped = new AbortController();
  /** A nudge aborts it, which ends the stream or the pause under way. */
  let attempt = new AbortController();
  let cursor = from;
  /** When the open stream last brought anything, by the wall clock: `performance.now` stops while a device sleeps. 0 without one. */
  let heardAt = 0;

  function onBatch(batch: LiveBatch): void {
    if (stopped.signal.aborted) return;
    const since = cursor;
    cursor = batch.cursor;
    hooks.onConnected(true);
    hooks.onBatch(batch, since);
  }

  async function stream(): Promise<'lasted' | LiveFailure> {
    attempt = new AbortController();
    let begunAt = Number.POSITIVE_INFINITY;
    let hasEvents = false;
    heardAt = Date.now();
    try {
      await readStream({
        cursor,
        signal: attempt.signal,
        times,
        onBytes() {
          heardAt = Date.now();
        },
        onBatch(batch) {
          begunAt = Math.min(begunAt, performance.now());
          hasEvents ||= batch.events.length > 0;
          onBatch(batch);
        },
      });
    } catch (error) {
      if (begunAt === Number.POSITIVE_INFINITY) return failureOf(error);
    } finally {
      heardAt = 0;
    }
    return hasEvents || performance.now() - begunAt >= times.lastedMs ? 'lasted' : 'silent';
  }

  /** Polls until a time. A hidden tab waits instead. @returns why polling failed, if it did */
  async function poll(until: number): Promise<LiveFailure | undefined> {
    while (performance.now() < until && !stopped.signal.aborted) {
      attempt = new AbortController();
      const { signal } = attempt;
      if (hooks.isVisible()) {
        try {
          onBatch(await pollEvents(cursor, stopped.signal));
        } catch (error) {
          return failureOf(error);
        }
      } else hooks.onConnected(false);
      await pause(Math.min(times.pollEveryMs, until - performance.now()), signal);
    }
  }

  async function run(): Promise<void> {
    let failures = 0;
    while (!stopped.signal.aborted) {
      const streamed = await stream();
      if (streamed === 'lasted') {
        failures = 0;
        // A server that restarts ends all its streams at once.
        await pause(Math.random() * times.shortestMs, attempt.signal);
        continue;
      }
      const mostMs = Math.min(times.longestMs, times.shortestMs * 2 ** failures);
      const streamAgainAt = performance.now() + mostMs * (0.5 + Math.random() / 2);
      failures += 1;
      const failure = streamed === 'refused' ? streamed : await poll(streamAgainAt);
      if (!failure || stopped.signal.aborted) continue;
      hooks.onConnected(false);
      hooks.onFailure(failure);
      if (failure === 'refused') await pause(times.refusedMs, attempt.signal);
      else await pause(streamAgainAt - performance.now(), attempt.signal);
    }
  }

  void run();
  return {
    nudge() {
      if (Date.now() - heardAt > times.doubtMs) attempt.abort();
    },
    stop() {
      stopped.abort();
      attempt.abort();
    },
  };
}
