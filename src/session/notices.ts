import { unsubscribe } from './push.ts';
import { presentRegistration } from './pushSubscription.ts';
import { recall } from './remembered.ts';

/** Takes notifications off the screen of the device: those of everybody but `uid`, or all of them. */
export async function closeNotices(uid?: string): Promise<void> {
  const shown = (await (await presentRegistration())?.getNotifications?.()) ?? [];
  for (const notice of shown) if (!uid || notice.data?.ownerUid !== uid) notice.close();
}

/** The number on the app's icon; none where it is 0. Not every browser has it, and some only for an installed app. */
export async function showBadge(count: number): Promise<void> {
  const { navigator } = globalThis;
  await (count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.())?.catch(() => undefined);
}

/** A sign-out: nothing of this person is shown on this device any more, and nothing more comes. */
export async function endNotices(leaverUid: string): Promise<void> {
  const known = recall();
  // Ended late, it must not take away what is of the person after.
  if (known && known.uid !== leaverUid) return closeNotices(known.uid);
  await closeNotices();
  await showBadge(0);
  await unsubscribe();
}
