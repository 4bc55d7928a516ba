import { randomBytes } from 'node:crypto';
import type { Queryable } from '../db/db.ts';
import { enqueue } from '../tasks.ts';

/** Why a reply by email was not posted. */
export type UnpostedReason =
  | 'too-large'
  | 'too-complex'
  | 'wrong-sender'
  | 'unverified'
  | 'expired'
  | 'no-access'
  | 'empty'
  | 'too-long'
  | 'too-many-files'
  | 'too-many'
  | 'failed'
  | 'unreadable';

/** The report to the sender of a reply on what was not posted, sent once. */
export type UnpostedReport = {
  /** `files`: only some of its files were not posted. */
  reason: UnpostedReason | 'files';
  /** Names of the files. */
  files: readonly string[];
  /** Message-ID of the reply, or `''`. */
  answers: string;
};

const idBytes = 15;
/** Retention of a report: longer than an email is tried. */
const keptSeconds = 7 * 86_400;

/**
 * Stores a report until its email is sent, and queues that email. Nothing else names the files. Must run in a transaction. `now` in
 * seconds.
 */
export async function queueReport(
  db: Queryable,
  email: string,
  { reason, files, answers }: UnpostedReport,
  now: number,
): Promise<void> {
  const reportId = randomBytes(idBytes).toString('base64url');
  await db.query(
    `insert into unposted_reports (report_id, email, reason, files, answers, expires) values ($1, $2, $3, $4::text[], $5, $6)`,
    [reportId, email, reason, files, answers, now + keptSeconds],
  );
  const payload = { kind: 'unposted' as const, reportId };
  await enqueue(db, [{ kind: 'email', recipient: email, payload, runAfter: now }], now);
}

/** Returns a report, or null when it is gone. */
export async function findReport(db: Queryable, reportId: string): Promise<UnpostedReport | null> {
  const [report] = await db.query<UnpostedReport>(
    'select reason, files, answers from unposted_reports where report_id = $1',
    [reportId],
  );
  return report ?? null;
}

export async function forgetReport(db: Queryable, reportId: string): Promise<void> {
  await db.query('delete from unposted_reports where report_id = $1', [reportId]);
}

/** Deletes reports whose email was never sent. `now` in seconds. */
export async function deleteOldReports(db: Queryable, now: number): Promise<void> {
  await db.query('delete from unposted_reports where expires < $1', [now]);
}
