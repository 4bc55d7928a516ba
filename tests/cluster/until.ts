import { setTimeout as sleep } from 'node:timers/promises';

/** Looks every half a second. @throws when it is not so in time */
export async function until(what: string, seconds: number, isSo: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + seconds * 1000;
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error(`Not within ${seconds} s: ${what}`);
    await sleep(500);
  }
}
