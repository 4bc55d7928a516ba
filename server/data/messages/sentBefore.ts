import type { Queryable } from '../db/db.ts';

type Sent = {
  /** Messages of the user. */
  messages: number;
  /** Files of the job, from all senders. */
  jobFiles: number;
  /** The hashes of `inText` whose pictures the user has sent with a message. */
  pictures: Set<string>;
};

/**
 * Returns what a user has sent to a job so far.
 *
 * @param about.since epoch seconds, from which on messages are counted
 * @param about.inText hashes of pictures
 */
export async function sentBefore(
  db: Queryable,
  { jobId, email, since, inText }: { jobId: string; email: string; since: number; inText: readonly string[] },
): Promise<Sent> {
  const [row] = await db.query<{ messages: number; job_files: number; pictures: string[] }>(
    `select
        (select count(*)::int from messages where job_id = $1 and from_user = $2 and created > $3) as messages,
        (select count(*)::int from attachments where job_id = $1) as job_files,
        array(select sha256 from attachments where job_id = $1 and uploaded_by = $2
          and communication_id is not null and sha256 = any($4::text[])) as pictures`,
    [jobId, email, since, inText],
  );
  return { messages: row?.messages ?? 0, jobFiles: row?.job_files ?? 0, pictures: new Set(row?.pictures) };
}
