import { setTimeout as sleep } from 'node:timers/promises';

/** The browser did not answer: the schedule proves nothing about the app and has to be played on another device. */
export class NoAnswer extends Error {}

/** Longer than any wait within one step. */
const longestMs = 120_000;

/** Limits a call to the browser, which does not say when it gives up: one missing answer would block a schedule for good. */
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
