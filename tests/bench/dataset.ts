import type { Queryable } from '../../server/data/db/db.ts';
import { people, savePeople } from '../support/server/people.ts';

/** The size of the bench's database. */
export const size = { jobs: 10_000, messagesPerJob: 4, messagesOfOneJob: 200 };

/** The job whose conversation is long. */
export const talkedOf = 'job-1';

/** Inserts jobs of one client at once, created a minute apart until now, bypassing the rules. */
export async function fillJobs(
  db: Queryable,
  { count, reporter, nowMs }: { count: number; reporter: string; nowMs: number },
): Promise<void> {
  await db.query(
    `insert into jobs (job_id, job_code, project, address, job_reporter, job_type, category, job_priority,
       job_delivery_mode, delivery_priority, services, attachment_links, status, duplicate_key, search, created, updated)
     select 'job-' || n, 'CODE' || n, 'Project ' || n,
       jsonb_build_object('streetName', n || ' Main Street', 'city', 'Boston', 'state', 'MA', 'zipcode', '02101'),
       $2, 'RESIDENTIAL', 'STAMP', case when n % 10 = 0 then 'HIGH' else 'NORMAL' end, 'DIGITAL_COPY', 'STANDARD',
       '[{"category":"STAMP","evServices":["EE","SE"]}]', 'https://files.example/plan',
       (array['IN_PROGRESS','ON_HOLD','COMPLETED','CANCELLED'])[1 + n % 4], 'key-' || n,
       array_to_tsvector(array['project', n::text, 'main', 'street', 'boston', 'code' || n]),
       $3::bigint - ($1::bigint - n) * 60, $3::bigint - ($1::bigint - n) * 60
     from generate_series(1, $1::bigint) n`,
    [count, reporter, Math.floor(nowMs / 1000)],
  );
}

/** Gives each of these jobs a conversation of `count` messages of one user, a minute apart until now, the last three new. */
export async function fillConversations(
  db: Queryable,
  { jobIds, count, from, nowMs }: { jobIds: readonly string[]; count: number; from: string; nowMs: number },
): Promise<void> {
  await db.query(
    `insert into messages (communication_id, job_id, content, status, from_user, to_user, from_user_type, created)
     select 'said-' || job || '-' || n, job,
       'Message ' || n || '. ' || repeat('Please look at sheet ' || n || ' of the drawings. ', (n % 4)::int),
       case when n > $2::bigint - 3 then 'NEW' else 'ADDRESSED' end, $3, '', 'CLIENT',
       $4::bigint - ($2::bigint - n) * 60
     from unnest($1::text[]) job cross join generate_series(1, $2::bigint) n
     order by job, n`,
    [jobIds, count, from, Math.floor(nowMs / 1000)],
  );
}

/** Fills an empty database at once; the rows look like the product's own but bypass the rules. */
export async function fill(db: Queryable, nowMs: number): Promise<void> {
  await savePeople(db, Object.values(people), nowMs);
  const now = Math.floor(nowMs / 1000);
  await fillJobs(db, { count: size.jobs, reporter: people.client.email, nowMs });
  await db.query(
    `insert into messages (communication_id, job_id, content, status, from_user, to_user, from_user_type, created)
     select 'message-' || n, 'job-' || (1 + n % $1::bigint), 'Please look at sheet ' || n,
       case when n % 3 = 0 then 'NEW' else 'ADDRESSED' end, $2, '', 'CLIENT', $3::bigint
     from generate_series(1, $1::bigint * $4::bigint) n
     union all
     select 'talk-' || n, $6, 'Sheet ' || n, 'ADDRESSED', $2, '', 'CLIENT', $3::bigint
     from generate_series(1, $5::bigint) n`,
    [size.jobs, people.client.email, now, size.messagesPerJob, size.messagesOfOneJob, talkedOf],
  );
  // Analyzed while empty, other tables would be scanned from then on, however many rows they get.
  await db.query('analyze users, jobs, messages');
}
