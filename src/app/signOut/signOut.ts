import { endNotifications } from '../../device/shownNotifications.ts';
import { pageOutbox } from '../../outbox/pageOutbox.ts';
import { beginSignOut } from '../../outbox/records/sessionJournal.ts';
import type { SignOutRow } from '../../outbox/records/stores.ts';
import { closeStorage, purgeWebStorage } from '../../session/purge.ts';
import { purgeCaches } from '../../session/purgeStores.ts';
import { closeSession, getOwner, signOutAtProvider } from '../../session/session.ts';
import { withTimeout } from '../../timing.ts';
import { endWork, leavePage, leavingChannel } from './leavePage.ts';
import { finish, type OnFailure, type OtherStores, purge } from './steps.ts';

/** The stores that a page purges besides the outbox. */
export const otherStores: OtherStores = {
  'web storage': purgeWebStorage,
  caches: purgeCaches,
  notifications: endNotifications,
  provider: signOutAtProvider,
};

const warn: OnFailure = (name, error) =>
  console.warn(`Signing out, the ${name} could not be purged yet:`, error);

const stepLimitMs = 3000;

/** Limits a step's time: the browser's storage or a loading provider may hang. */
export function withinLimit(step: Promise<unknown>): Promise<unknown> {
  return withTimeout(step, stepLimitMs, () => undefined);
}

/**
 * Signs out for good.
 *
 * @param keep whether unsent items stay on this device until the user signs in again
 */
export async function signOut(keep: boolean): Promise<void> {
  const { db } = pageOutbox();
  const owner = getOwner();
  if (!owner) return leavePage();
  const { uid, email } = owner;
  endWork();
  try {
    await withinLimit(beginSignOut(db, { now: Date.now }, uid, keep));
  } catch (error) {
    console.warn('This browser lets no journal be written; the sign-out goes on without:', error);
  }
  leavingChannel?.postMessage({ uid });
  closeSession();
  closeStorage();
  await withinLimit(purge(db, otherStores, { uid, email, keep }, warn));
  leavePage();
}

/** Resumes a sign-out whose journal a start has found. @param isClean whether web storage had nothing left */
export async function finishSignOut(row: SignOutRow, isClean: boolean): Promise<void> {
  await withinLimit(finish(pageOutbox().db, otherStores, row, isClean, Date.now(), warn));
}
