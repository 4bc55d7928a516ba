import { isWriting } from '../../api/client.ts';
import { saveEveryDraft } from '../../outbox/drafts/saveNow.ts';
import { sleep, withTimeout } from '../../timing.ts';

const checkEveryMs = 200;
const draftsLimitMs = 5000;

/** Asks whoever holds something typed that is saved nowhere (`ui/form/useUnsaved.ts`), and the early form, which may get it. */
export function isTyped(): boolean {
  return !document.dispatchEvent(new Event('before-reload', { cancelable: true }));
}

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
