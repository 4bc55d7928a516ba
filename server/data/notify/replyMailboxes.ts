import { hash } from 'node:crypto';
import type { Queryable } from '../db/db.ts';

/**
 * Returns the first email of a mailbox that is a reply also where somebody has opened it. What was opened before the mailbox was first
 * read, or before it numbered its emails anew, is none.
 *
 * @param mailbox its address, without the password
 * @param uidNext the number of the next email that arrives
 */
export async function firstReplyOf(
  db: Queryable,
  mailbox: string,
  { uidValidity, uidNext }: { uidValidity: number; uidNext: number },
): Promise<number> {
  const [row] = await db.query<{ first_uid: number }>(
    `insert into reply_mailboxes (mailbox_hash, uid_validity, first_uid) values ($1, $2, $3)
      on conflict (mailbox_hash) do update set uid_validity = excluded.uid_validity, first_uid =
        case when reply_mailboxes.uid_validity = excluded.uid_validity then reply_mailboxes.first_uid else excluded.first_uid end
      returning first_uid`,
    [hash('sha256', mailbox), uidValidity, uidNext],
  );
  return row?.first_uid ?? uidNext;
}
