import { setTimeout as later } from 'node:timers/promises';

const mostChecks = 3000;

/** Waits until a check passes; only one that never will waits long. Faked timers do not advance meanwhile. */
export async function inTheEnd<T>(check: () => T | Promise<T>): Promise<T> {
  for (let checks = 1; ; checks += 1) {
    try {
      return await check();
    } catch (error) {
      if (checks === mostChecks) throw error;
    }
    await later(10);
  }
}
