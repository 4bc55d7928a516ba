import { hash, randomBytes } from 'node:crypto';
import type { Queryable } from '../db/db.ts';
import { daySeconds, retentionDays } from '../retention.ts';

/** Bytes of a token, which is in hex because mail servers may change the case of an address. */
const tokenBytes = 20;
/** Length of a token, in characters. */
export const tokenLength = 2 * tokenBytes;

/**
 * Returns a new token for replies of a user to a job. Only its hash is stored, so every email has its own.
 *
 * @param now epoch seconds
 */
export async function newReplyToken(
  db: Queryable,
  { email, jobId }: { email: string; jobId: string },
  now: number,
): Promise<string> {
  const token = randomBytes(tokenBytes).toString('hex');
  await db.query('insert into reply_tokens (token_hash, email, job_id, created) values ($1, $2, $3, $4)', [
    hash('sha256', token),
    email,
    jobId,
    now,
  ]);
  return token;
}

/**
 * Returns the user and the job of the first valid one of these tokens, the sender's own before others; null when none is valid.
 *
 * @param now epoch seconds
 */
export async function replyTokenOf(
  db: Queryable,
  { tokens, sender }: { tokens: readonly string[]; sender: string },
  now: number,
): Promise<{ email: string; jobId: string } | null> {
  const hashes = tokens.map((token) => hash('sha256', token));
  const [row] = await db.query<{ email: string; job_id: string }>(
    `select email, job_id from reply_tokens where token_hash = any($1::text[]) and created > $2
      order by email = $3 desc, array_position($1::text[], token_hash) limit 1`,
    [hashes, now - retentionDays.replies * daySeconds, sender],
  );
  return row ? { email: row.email, jobId: row.job_id } : null;
}

/**
 * Claims a notice to the sender of a reply: one a day for each reason and user. Must run in the transaction that queues the email.
 *
 * @param now epoch seconds
 */
export async function claimReplyNotice(
  db: Queryable,
  account: string,
  reason: string,
  now: number,
): Promise<boolean> {
  const claimed = await db.query(
    `insert into unposted_replies (sender_hash, reason, told) values ($1, $2, $3)
      on conflict (sender_hash, reason) do update set told = excluded.told where unposted_replies.told <= $4 returning 1`,
    [hash('sha256', account), reason, now, now - daySeconds],
  );
  return claimed.length > 0;
}

/** Deletes the tokens for a user's replies, and the notes that they were told of one. */
export async function eraseReplies(db: Queryable, email: string): Promise<void> {
  await db.query('delete from reply_tokens where email = $1', [email]);
  await db.query('delete from unposted_replies where sender_hash = $1', [hash('sha256', email)]);
}
