import type { Database } from '../../outbox/records/database.ts';
import { endSignOut, markSignedOut, purgeRecords, purgeTyped } from '../../outbox/records/sessionJournal.ts';
import type { SignOutRow } from '../../outbox/records/stores.ts';

/**
 * Removes everything of a user from this device, so that a crash at any point can be resumed: the journal is written first, every
 * step is idempotent, and a start that finds the journal resumes it before anything is shown. Other windows do the same.
 */

/** A killed browser may restore local storage from this long ago. */
const settleMs = 60_000;

export type Leaving = Pick<SignOutRow, 'uid' | 'keep' | 'isDone'> & { email?: string };

/**
 * The stores with data of a user besides the outbox. Purging one is idempotent, and spares what the user has stored since they signed in
 * again.
 */
export type OtherStores = Record<
  'web storage' | 'caches' | 'notifications' | 'provider',
  (uid: string) => unknown
>;

type Store = {
  name: string;
  purge(user: Leaving): unknown;
  /** Whether the store is left as it is. */
  stays?(user: Leaving): boolean;
};

/** Whether the records and the session are purged already: those of a user who has signed in again are new. */
const isDone = ({ isDone = false }: Leaving) => isDone;

/** Every store with data of a user, in the order in which a sign-out purges them. */
function storesOf(db: Database, others: OtherStores): Store[] {
  const other = (name: keyof OtherStores): Store => ({ name, purge: ({ uid }) => others[name](uid) });
  return [
    other('web storage'),
    { name: 'drafts', stays: ({ keep }) => keep, purge: ({ uid, email }) => purgeTyped(db, uid, email) },
    other('caches'),
    {
      name: 'outbox',
      stays: (user) => user.keep || isDone(user),
      purge: ({ uid }) => purgeRecords(db, uid),
    },
    { ...other('notifications'), stays: isDone },
    { ...other('provider'), stays: isDone },
  ];
}

/** Returns the steps that follow the journal, with their names. */
export function stepsOf(
  db: Database,
  others: OtherStores,
  user: Leaving,
): [name: string, run: () => unknown][] {
  const stores = storesOf(db, others).filter(({ stays }) => !stays?.(user));
  const steps = stores.map(({ name, purge }): [string, () => unknown] => [name, () => purge(user)]);
  return isDone(user) ? steps : [...steps, ['done', () => markSignedOut(db, user.uid)]];
}

/** Called with the name of a store that could not be purged. */
export type OnFailure = (name: string, error: unknown) => void;

/** Purges every store. After a failure the others are purged too, and the next start repeats the sign-out. */
export async function purge(
  db: Database,
  others: OtherStores,
  user: Leaving,
  onFailure: OnFailure,
): Promise<void> {
  let failed = false;
  for (const [name, run] of stepsOf(db, others, user)) {
    if (failed && name === 'done') return;
    try {
      await run();
    } catch (error) {
      onFailure(name, error);
      failed = true;
    }
  }
}

/**
 * Resumes a sign-out whose journal a start has found. Web storage was purged before.
 *
 * @param isClean whether nothing was left there
 */
export async function finish(
  db: Database,
  others: OtherStores,
  row: SignOutRow,
  isClean: boolean,
  now: number,
  onFailure: OnFailure,
): Promise<void> {
  await purge(db, others, row, onFailure);
  if (row.isDone && isClean && now - row.at > settleMs) await endSignOut(db);
}
