import { endNotifications } from '../../device/notifications.ts';
import { pageOutbox } from '../../outbox/pageOutbox.ts';
import type { Database } from '../../outbox/records/database.ts';
import type { SignOutRow } from '../../outbox/records/stores.ts';
import { beginSignOut, endSignOut, markSignedOut, purgeRecords, purgeTyped } from '../../outbox/signOut.ts';
import { closeStorage, purgeWebStorage } from '../../session/purge.ts';
import { purgeCaches } from '../../session/purgeStores.ts';
import { closeSession, getOwner, signOutAtProvider } from '../../session/session.ts';
import { withTimeout } from '../../timing.ts';
import { endWork, leavePage, leavingChannel } from './leavePage.ts';

/**
 * Removes everything of a user from this device, so that a crash at any point can be resumed: the journal is written first, every
 * step is idempotent, and a start that finds the journal resumes it before anything is shown. Other windows do the same.
 */

/** A killed browser may restore local storage from this long ago. */
const settleMs = 60_000;

type Leaving = Pick<SignOutRow, 'uid' | 'keep' | 'isDone'> & { email?: string };

type Store = {
  name: string;
  /** Idempotent; spares what the user has stored since they signed in again. */
  purge(user: Leaving): unknown;
  /** Whether the store is left as it is. */
  stays?(user: Leaving): boolean;
};

/** A user who has signed in again has new records and a new session; the earlier ones are purged already. */
const isDone = ({ isDone = false }: Leaving) => isDone;

/** Every store with data of a user, in the order in which a sign-out purges them. */
function storesOf(db: Database): Store[] {
  return [
    { name: 'web storage', purge: ({ uid }) => purgeWebStorage(uid) },
    { name: 'drafts', stays: ({ keep }) => keep, purge: ({ uid, email }) => purgeTyped(db, uid, email) },
    { name: 'caches', purge: ({ uid }) => purgeCaches(uid) },
    {
      name: 'outbox',
      stays: (user) => user.keep || isDone(user),
      purge: ({ uid }) => purgeRecords(db, uid),
    },
    { name: 'notifications', stays: isDone, purge: ({ uid }) => endNotifications(uid) },
    { name: 'provider', stays: isDone, purge: ({ uid }) => signOutAtProvider(uid) },
  ];
}

/** Returns the steps that follow the journal, with their names. */
export function stepsOf(db: Database, user: Leaving): [name: string, run: () => unknown][] {
  const stores = storesOf(db).filter(({ stays }) => !stays?.(user));
  const steps = stores.map(({ name, purge }): [string, () => unknown] => [name, () => purge(user)]);
  return isDone(user) ? steps : [...steps, ['done', () => markSignedOut(db, user.uid)]];
}

/** Purges every store. After a failure the others are purged too, and the next start repeats the sign-out. */
async function purge(db: Database, user: Leaving): Promise<void> {
  let failed = false;
  for (const [name, run] of stepsOf(db, user)) {
    if (failed && name === 'done') return;
    try {
      await run();
    } catch (error) {
      console.warn(`Signing out, the ${name} could not be purged yet:`, error);
      failed = true;
    }
  }
}

const stepLimitMs = 3000;

/** Limits a step's time: the browser's storage or a loading provider may hang. */
function withinLimit(step: Promise<unknown>): Promise<unknown> {
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
  await withinLimit(purge(db, { uid, email, keep }));
  leavePage();
}

/**
 * Resumes a sign-out whose journal a start has found. Web storage was purged before.
 *
 * @param state `over`: the user has signed in again since
 */
export async function finishSignOut(
  row: SignOutRow,
  state: 'over' | 'nothing left' | 'going on',
): Promise<void> {
  const { db } = pageOutbox();
  if (state === 'over') return endSignOut(db);
  await withinLimit(purge(db, row));
  if (row.isDone && state === 'nothing left' && Date.now() - row.at > settleMs) await endSignOut(db);
}
