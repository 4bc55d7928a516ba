import { setTimeout as sleep } from 'node:timers/promises';

/** A step of a story: a fact, said with the time it took. The first that does not hold ends the story. */
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
 * Looks again until what is seen is as it should be; what was seen last is told when it never is. Nothing can be seen of a page
 * that is being left: that is looked at again, too.
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
