import { serverActor } from '../../src/contract/audit.ts';
import type { AccountAdmin } from '../auth/accounts.ts';
import type { Database, Queryable } from '../data/db/db.ts';
import { finishTask } from '../data/leasedTasks.ts';
import { enqueue } from '../data/tasks.ts';
import { addAuditEntry } from '../data/users/audit.ts';
import { accountDeleted, accountLeft, accountsLeft } from '../data/users/erasures.ts';
import type { TaskHandler } from '../queue/runTask.ts';

/** Queues the deletion of every account that still has to be deleted. `now` in seconds. */
export async function queueAccountDeletions(db: Queryable, now: number): Promise<void> {
  const tasks = (await accountsLeft(db)).map((pseudonym) => ({
    kind: 'account-deletion' as const,
    dedupeKey: pseudonym,
    payload: { pseudonym },
    runAfter: now,
  }));
  await enqueue(db, tasks, now);
}

/**
 * Deletes the accounts of erased users at the identity provider, after the erasure and with retries, because the provider cannot
 * take part in a transaction.
 */
export function accountDeletionHandler(
  { db, now }: { db: Database; now: () => number },
  { deleteAccount }: Pick<AccountAdmin, 'deleteAccount'>,
): TaskHandler<'account-deletion'> {
  return {
    kind: 'account-deletion',
    atOnce: 1,
    leaseSeconds: 60,
    async handle(task) {
      const { pseudonym } = task.payload;
      const uid = await accountLeft(db, pseudonym);
      // A second deletion does no harm and is recorded once.
      if (uid !== null) await deleteAccount(uid);
      await db.tx(async (tx) => {
        const created = Math.floor(now() / 1000);
        if (!(await finishTask(tx, task, { now: created, outcome: 'DELETED' }))) return;
        if (!(await accountDeleted(tx, pseudonym))) return;
        await addAuditEntry(tx, {
          actor: serverActor,
          action: 'delete-account',
          subject: pseudonym,
          created,
        });
      });
    },
  };
}
