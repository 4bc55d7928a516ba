import { isWriting } from '../../api/client.ts';
import { saveEveryDraft } from '../../outbox/drafts/saveNow.ts';
import { sleep, withTimeout } from '../../timing.ts';

const checkEveryMs = 200;
const draftsLimitMs = 5000;

/** Resolves when the page may be reloaded: nothing is being sent, and every draft is saved. */
export async function untilIdle(): Promise<void> {
  do {
    while (isWriting()) await sleep(checkEveryMs);
    // With a limit: a browser without storage must not run an old version for ever.
    await withTimeout(saveEveryDraft(), draftsLimitMs, () => undefined);
  } while (isWriting());
}
