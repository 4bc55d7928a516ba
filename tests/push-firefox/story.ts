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

/** Looks again until what is seen is as it should be; what was seen last is told when it never is. */
export async function until<T>(
  look: () => T | Promise<T>,
  isRight: (seen: T) => boolean,
  limitMs = 30_000,
): Promise<T> {
  const end = Date.now() + limitMs;
  for (;;) {
    const seen = await look();
    if (isRight(seen)) return seen;
    if (Date.now() > end) throw new Error(`after ${limitMs / 1000} s it is still ${JSON.stringify(seen)}`);
    await sleep(100);
  }
}
