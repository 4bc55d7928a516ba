import { setTimeout as sleep } from 'node:timers/promises';

/** Runs a step of a story and prints its fact with the time it took. The first failed step ends the story. */
export async function tell<T>(fact: string, step: () => Promise<T>): Promise<T> {
  const began = performance.now();
  try {
    const outcome = await step();
    console.log(`  ✓ ${fact} (${Math.round(performance.now() - began)} ms)`);
    return outcome;
  } catch (error) {
    console.log(`  ✗ ${fact}`);
    throw error;
  }
}

/**
 * Repeats a check until it passes; reports the last result when it never does. Checks of a page that
 * is being left fail and are repeated too.
 */
export async function until<T>(
  look: () => T | Promise<T>,
  isRight: (seen: T) => boolean,
  limitMs = 30_000,
): Promise<T> {
  const end = Date.now() + limitMs;
  for (;;) {
    let seen: string;
    try {
      const found = await look();
      if (isRight(found)) return found;
      seen = JSON.stringify(found);
    } catch (error) {
      seen = String(error);
    }
    if (Date.now() > end) throw new Error(`after ${limitMs / 1000} s it is still ${seen}`);
    await sleep(100);
  }
}
