import type { Database } from '../../../server/data/db/db.ts';
import { fillConversations, fillJobs } from '../../bench/dataset.ts';
import { indexMessages } from '../../support/server/indexMessages.ts';
import { people } from '../../support/server/people.ts';

/** Number of the client's jobs, and of messages in the newest of them. */
export const manyJobs = 400;
export const manyMessages = 5000;

/** Inserts a client's jobs, one with a long conversation, bypassing the rules. */
export async function fillDatabase(db: Database): Promise<void> {
  const nowMs = Date.now();
  const { email } = people.client;
  await fillJobs(db, { count: manyJobs, reporter: email, nowMs });
  const from = people.employee.email;
  await fillConversations(db, { jobIds: [longConversation], count: manyMessages, from, nowMs });
  // Some that the client has to answer.
  await fillConversations(db, { jobIds: jobsToAnswer, count: 4, from, nowMs });
  await db.query(`update messages set to_user = $1, from_user_type = 'EMPLOYEE' where job_id = any($2)`, [
    email,
    jobsToAnswer,
  ]);
  await fillConversations(db, { jobIds: [jobWithEmail], count: 2, from: email, nowMs });
  await db.query(
    `update messages set content = $2, whole = $3 where communication_id = (
       select communication_id from messages where job_id = $1 order by sequence desc limit 1)`,
    [jobWithEmail, answerByEmail, wholeEmail],
  );
  await indexMessages(db);
  await db.query(
    `update jobs set job_delivery_mode = 'WET_STAMPS', copies_number = 2, delivery_address = address where job_id = $1`,
    [wetStampsJob],
  );
  await db.query("update jobs set category = 'RE_STAMP' where job_id = $1", [otherTypeJob]);
  await db.query(
    `insert into deliverables (key, job_id, revision, delivery_mode, copies_number, added_by, created)
     select 'result-of-' || job, job, 1, 'WET_STAMPS', 1, $2, $3::bigint from unnest($1::text[]) job`,
    [jobsWithDeliverables, from, Math.floor(nowMs / 1000)],
  );
}

/** Jobs whose messages the client has to answer: more of them than all tests of a page answer. */
const jobsToAnswer = ['job-30', 'job-31', 'job-32', 'job-34', 'job-35'];
/** Jobs in progress with a deliverable each. */
export const jobsWithDeliverables = ['job-12', 'job-20', 'job-16'];
/** A job whose newest message is a part of an email. */
export const jobWithEmail = 'job-33';
export const answerByEmail = 'The left one.';
export const wholeEmail = `${answerByEmail}

-- 
Clara Client
Solar Roofs

On Wed, Nov 25, 2026 at 8:41 AM EV Jobs <reply@in.ev.test> wrote:
> --- Reply above this line ---
>
> Emil E. wrote:
> Which inverter? See https://files.example/plan`;
export const longConversation = `job-${manyJobs}`;
/** A job in progress that is delivered as wet stamps. */
export const wetStampsJob = 'job-8';
/** A job in progress whose request type has none of its services, as the call allows. */
export const otherTypeJob = 'job-36';
