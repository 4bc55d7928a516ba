import { endNotifications } from '../../device/notifications.ts';
import { pageOutbox } from '../../outbox/pageOutbox.ts';
import type { Database, SignOutRow } from '../../outbox/records/database.ts';
import { beginSignOut, endSignOut, markSignedOut, purgeRecords, purgeTyped } from '../../outbox/signOut.ts';
import { closeStorage, purgeWebStorage } from '../../session/purge.ts';
import { purgeCaches, purgeDatabases } from '../../session/purgeStores.ts';
import { closeSession, getOwner, signOutAtProvider } from '../../session/session.ts';
import { withTimeout } from '../../timing.ts';
import { endWork, leavePage, leavingChannel } from './leavePage.ts';

/**
 * A sign-out takes everything of a person off this device, in an order that a crash at any point can be resumed from: the
 * journal is written first, every step can be repeated, and a start that finds the journal goes on with it before anything
 * is shown. Every other window does the same when it hears of it.
 */

/** A browser that is killed may bring back what its local storage had this long ago. */
const settleMs = 60_000;

type Leaving = Pick<SignOutRow, 'uid' | 'keep' | 'isDone'> & { email?: string };

type Store = {
  name: string;
  /** Can be repeated, and touches nothing of a user who has signed in since. */
  purge(user: Leaving): unknown;
  /** Whether it keeps what it has of them. */
  stays?(user: Leaving): boolean;
};

/** Whoever signed in again since has new records, and a session; those from before are gone already. */
const isDone = ({ isDone = false }: Leaving) => isDone;

/** Every store that holds something of a user, in the order in which a sign-out purges them. */
function storesOf(db: Database): Store[] {
  return [
    { name: 'web storage', purge: ({ uid }) => purgeWebStorage(uid) },
    { name: 'databases', purge: ({ uid }) => purgeDatabases(uid) },
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

/** What is left to do once the journal is written, each by its name. */
export function stepsOf(db: Database, user: Leaving): [name: string, run: () => unknown][] {
  const stores = storesOf(db).filter(({ stays }) => !stays?.(user));
  const steps = stores.map(({ name, purge }): [string, () => unknown] => [name, () => purge(user)]);
  return isDone(user) ? steps : [...steps, ['done', () => markSignedOut(db, user.uid)]];
}

/** A store that fails does not keep the others from being purged, but the whole from being called done: the next start tries again. */
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

/** A step may hang with the browser's storage, or with a provider that is still loading; a page must not. */
function withinLimit(step: Promise<unknown>): Promise<unknown> {
  return withTimeout(step, stepLimitMs, () => undefined);
}

/**
 * Signs out for good.
 *
 * @param keep whether what is not sent waits on this device until the person signs in again
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
 * Goes on with a sign-out whose journal a start has found. What is kept in strings was taken away by then.
 *
 * @param state `over`: the person has signed in again since
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
