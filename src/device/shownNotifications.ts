import { rememberedUser } from '../session/remembered.ts';
import { presentRegistration, unsubscribe } from './pushSubscription.ts';

/** Closes the notifications that are shown: those of everybody but `uid`, or all. */
export async function closeNotifications(uid?: string): Promise<void> {
  const shown = (await (await presentRegistration())?.getNotifications?.()) ?? [];
  for (const notification of shown) if (!uid || notification.data?.ownerUid !== uid) notification.close();
}

/** Shows a number on the app's icon; none for 0. Not every browser can, and some only for an installed app. */
async function showBadge(count: number): Promise<void> {
  const { navigator } = globalThis;
  await (count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.())?.catch(() => undefined);
}

/** Shows a number on the app's icon until the returned function is called: again with the page, because a push may have come since. */
export function keepBadge(count: number): () => void {
  const show = () => void showBadge(count);
  show();
  document.addEventListener('visibilitychange', show);
  return () => document.removeEventListener('visibilitychange', show);
}

/** Ends the notifications of a user who signs out: nothing of theirs is shown on this device any more, and nothing more arrives. */
export async function endNotifications(leaverUid: string): Promise<void> {
  const known = rememberedUser();
  // A sign-out that ends late must not take away what is of the next user.
  if (known && known.uid !== leaverUid) return closeNotifications(known.uid);
  await closeNotifications();
  await showBadge(0);
  await unsubscribe();
}
