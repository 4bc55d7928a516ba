import { hasDraftTrouble, onDraftTrouble } from '../../outbox/drafts/drafts.ts';
import { readStored, storageLost, writeStored } from '../../storage.ts';
import { once } from '../../timing.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { untilIdle } from './untilIdle.ts';

const reloadedKey = 'reloaded-for-storage';
/** A page that loses its storage again so soon is reloaded by its user. */
const againAfterMs = 60_000;

function reload(): void {
  writeStored(reloadedKey, String(Date.now()), 'sessionStorage');
  location.reload();
}

async function reloadWhenSafe(): Promise<void> {
  await untilIdle();
  const isAgain = Date.now() - Number(readStored(reloadedKey, 'sessionStorage')) < againAfterMs;
  if (!isAgain && !hasDraftTrouble()) return reload();
  toast('Your browser lost this page’s storage. Reload the page to save and send.', {
    tone: 'bad',
    lasts: true,
    action: { label: 'Reload', run: reload },
  });
  onDraftTrouble(() => {
    if (!isAgain && !hasDraftTrouble()) void untilIdle().then(reload);
  });
}

/** Reloads the page where the browser has lost its storage, once what is typed is safe. Called once. */
export function followStorage(): void {
  const reloadOnce = once(reloadWhenSafe);
  const follow = () => storageLost.get() && void reloadOnce();
  storageLost.subscribe(follow);
  follow();
}
