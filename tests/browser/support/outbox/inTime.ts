import { setTimeout as sleep } from 'node:timers/promises';

/** The browser gave no answer: nothing is known of the app, and the schedule has to be played on another device. */
export class NoAnswer extends Error {}

/** Longer than all that one step waits for by itself. */
const longestMs = 120_000;

/** A browser does not say when it gives up a question to a page: without a limit, one such answer holds a schedule for good. */
export async function inTime<T>(act: Promise<T>, what: string): Promise<T> {
  const limit = new AbortController();
  const late = sleep(longestMs, undefined, { signal: limit.signal }).then(() => {
    throw new NoAnswer(`${what}: no answer for ${longestMs / 1000} s`);
  });
  try {
    return await Promise.race([act, late]);
  } finally {
    limit.abort();
    late.catch(() => undefined);
  }
}
