import type { Database } from '../../../server/data/db/db.ts';
import { client, engineer } from '../../../server/seed/people.ts';

/** The texts of the first and the last message. */
export const firstWords = 'The very first words of a long talk';
export const lastWords = 'The newest words of a long talk';

/**
 * Gives one job of the demo data a conversation of `count` messages, both sides in turns, two minutes apart. The product
 * must not be running: the rows are written beside it.
 */
export async function addLongConversation(db: Database, count: number): Promise<{ jobId: string }> {
  const [job] = await db.query<{ job_id: string }>(
    'select job_id from jobs where job_reporter = $1 order by seq limit 1',
    [client.email],
  );
  if (!job) throw new Error('The demo data has no job of the client.');
  await db.query(
    'delete from attachments where communication_id in (select communication_id from messages where job_id = $1)',
    [job.job_id],
  );
  await db.query('delete from messages where job_id = $1', [job.job_id]);
  await db.query(
    `insert into messages (communication_id, job_id, content, status, from_user, to_user, from_user_type, created)
       select 'long-' || n, $1,
         case n when 1 then $5 when $2::bigint then $6
           else 'Message ' || n || '. ' || repeat('Please look at sheet ' || n || ' of the drawings. ', (n % 5)::int) end,
         case when n > $2::bigint - 3 then 'NEW' else 'ADDRESSED' end,
         case when n % 2 = 0 then $3 else $4 end, case when n % 2 = 0 then $4 else $3 end,
         case when n % 2 = 0 then 'CLIENT' else 'EMPLOYEE' end, $7::bigint - ($2::bigint - n) * 120
       from generate_series(1, $2::bigint) n`,
    [
      job.job_id,
      count,
      client.email,
      engineer.email,
      firstWords,
      lastWords,
      Math.floor(Date.now() / 1000) - 60,
    ],
  );
  return { jobId: job.job_id };
}
