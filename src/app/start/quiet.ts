import { isWriting } from '../../api/client.ts';
import { saveEveryDraft } from '../../outbox/drafts/saveNow.ts';
import { sleep, withTimeout } from '../../timing.ts';

const lookEveryMs = 200;
const draftsLimitMs = 5000;

/** Resolves when the page may be reloaded: nothing is being sent, and every draft is saved. */
export async function untilQuiet(): Promise<void> {
  do {
    while (isWriting()) await sleep(lookEveryMs);
    // With a limit: a browser without storage must not run an old version for ever.
    await withTimeout(saveEveryDraft(), draftsLimitMs, () => undefined);
  } while (isWriting());
}
