import type { Database } from '../../outbox/records/database.ts';
import { endSignOut, markSignedOut, purgeRecords, purgeTyped } from '../../outbox/records/sessionJournal.ts';
import type { SignOutRow } from '../../outbox/records/stores.ts';
import { withTimeout } from '../../timing.ts';

/**
 * Removes everything of a user from this device, so that a crash at any point can be resumed: the journal is written first, every
 * step is idempotent, and a start that finds the journal resumes it before anything is shown. Other windows do the same.
 */

/** A killed browser may restore local storage from this long ago. */
const settleMs = 60_000;

/** Less than all steps may take. */
const notifiedLimitMs = 2000;

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

/** Every store with data of a user, in the order in which a sign-out begins to purge them. */
function storesOf(db: Database, others: OtherStores): Store[] {
  const other = (name: keyof OtherStores): Store => ({ name, purge: ({ uid }) => others[name](uid) });
  let notified: unknown;
  return [
    other('web storage'),
    { name: 'drafts', stays: ({ keep }) => keep, purge: ({ uid, email }) => purgeTyped(db, uid, email) },
    other('caches'),
    {
      name: 'outbox',
      stays: (user) => user.keep || isDone(user),
      purge: ({ uid }) => purgeRecords(db, uid),
    },
    {
      name: 'notifications',
      stays: isDone,
      purge({ uid }) {
        notified = others.notifications(uid);
        return notified;
      },
    },
    {
      name: 'provider',
      stays: isDone,
      // Until then there is a token, by which the server hears that this device is left.
      async purge({ uid }) {
        await withTimeout(Promise.resolve(notified), notifiedLimitMs).catch(() => undefined);
        await others.provider(uid);
      },
    },
  ];
}

/** Returns the steps that follow the journal, with their names; that the rest is done is the last one. */
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

/**
 * Purges every store, side by side: one that never answers must not keep the provider from signing out. After a failure the others are
 * purged too, and the next start repeats the sign-out.
 */
export async function purge(
  db: Database,
  others: OtherStores,
  user: Leaving,
  onFailure: OnFailure,
): Promise<void> {
  let failed = false;
  const attempt = async ([name, run]: ReturnType<typeof stepsOf>[number]) => {
    try {
      await run();
    } catch (error) {
      onFailure(name, error);
      failed = true;
    }
  };
  const steps = stepsOf(db, others, user);
  const done = isDone(user) ? undefined : steps.pop();
  await Promise.all(steps.map(attempt));
  if (done && !failed) await attempt(done);
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
