import { isWriting } from '../../api/client.ts';
import { saveEveryDraft } from '../../outbox/drafts/saveNow.ts';
import { sleep, withTimeout } from '../../timing.ts';
import { isTyped } from '../../ui/form/isTyped.ts';

const checkEveryMs = 200;
const draftsLimitMs = 5000;

/** Resolves when the page may be reloaded: nothing is being sent, every draft is saved, and nothing is typed that is not. */
export async function untilIdle(): Promise<void> {
  do {
    while (isWriting() || isTyped()) await sleep(checkEveryMs);
    // With a limit: a browser without storage must not run an old version for ever.
    await withTimeout(saveEveryDraft(), draftsLimitMs, () => undefined);
  } while (isWriting() || isTyped());
}

/** Reloads the page once nothing is lost by it. Nothing else reloads a page by itself (`onlyReload.grit`). */
export async function reloadWhenIdle(): Promise<void> {
  await untilIdle();
  location.reload();
}
