import { hash } from 'node:crypto';
import type { Queryable } from '../db/db.ts';

/**
 * Returns the first email of a mailbox that is a reply also where somebody has opened it. What was opened before the mailbox was first
 * read is none. Where it has numbered its emails anew, those of the last days are, which somebody may have opened meanwhile.
 *
 * @param mailbox its address, without the password
 * @param uidNext the number of the next email that arrives
 * @param firstOfLastDays finds the number of the first email of the last days
 */
export async function firstReplyOf(
  db: Queryable,
  mailbox: string,
  { uidValidity, uidNext }: { uidValidity: number; uidNext: number },
  firstOfLastDays: () => Promise<number>,
): Promise<number> {
  const key = hash('sha256', mailbox);
  const [known] = await db.query<{ uid_validity: number }>(
    'select uid_validity from reply_mailboxes where mailbox_hash = $1',
    [key],
  );
  const isRenumbered = known !== undefined && known.uid_validity !== uidValidity;
  const first = isRenumbered ? await firstOfLastDays() : uidNext;
  const [row] = await db.query<{ first_uid: number }>(
    `insert into reply_mailboxes (mailbox_hash, uid_validity, first_uid) values ($1, $2, $3)
      on conflict (mailbox_hash) do update set uid_validity = excluded.uid_validity, first_uid =
        case when reply_mailboxes.uid_validity = excluded.uid_validity then reply_mailboxes.first_uid else excluded.first_uid end
      returning first_uid`,
    [key, uidValidity, first],
  );
  return row?.first_uid ?? first;
}
