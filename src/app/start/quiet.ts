import { isWriting } from '../../api/client.ts';
import { saveEveryDraft } from '../../outbox/drafts/saveNow.ts';
import { sleep, withTimeout } from '../../timing.ts';

const lookEveryMs = 200;
const draftsLimitMs = 5000;

/** Resolves when the page may be loaded anew: nothing is on its way, and what was typed is kept. */
export async function untilQuiet(): Promise<void> {
  do {
    while (isWriting()) await sleep(lookEveryMs);
    // A browser that keeps nothing must not keep an old version for ever.
    await withTimeout(saveEveryDraft(), draftsLimitMs, () => undefined);
  } while (isWriting());
}
