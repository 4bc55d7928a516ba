import { isWriting } from '../api/underWay.ts';
import { keepEveryDraft } from '../session/keepNow.ts';

const lookEveryMs = 200;
const draftsLimitMs = 5000;

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Resolves when the page may be loaded anew: nothing is on its way, and what was typed is kept. */
export async function untilQuiet(): Promise<void> {
  do {
    while (isWriting()) await pause(lookEveryMs);
    // A browser that keeps nothing must not keep an old version for ever.
    await Promise.race([keepEveryDraft(), pause(draftsLimitMs)]);
  } while (isWriting());
}
