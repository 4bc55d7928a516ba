import pg from 'pg';
import type { Queryable } from '../../server/data/db/db.ts';
import { dueRules } from '../support/server/dueRules.ts';
import { people } from '../support/server/people.ts';

/**
 * Jobs of a growing company: every share (a status, a word, a client's part) is the same at every size, so that a call that
 * gets slower does so because there is more, not because there is more to find.
 *
 * - one client has a tenth of all jobs (`people.client`), one has 50 of the first thousand for good (`people.otherClient`),
 *   and every other client has about ten, so there is one user for ten jobs;
 * - 2 % are in progress, 3 % on hold, 5 % cancelled; 25 employees have what is assigned;
 * - due dates are on: closed jobs were due a week after their report, of those in progress three fifths are overdue and one is due soon;
 * - `company` is a word of every client's company but those two clients', `panels` of the second one's;
 * - `main` is a word of every job, `maple` of every hundredth, and `sycamore` of ten jobs of the first thousand;
 * - its history says who reported a job, when its status became what it is, and of every fifth closed one that it was on hold;
 * - every fourth job has four messages, one in a thousand of which is new, with the same words and `sheet`, and a file named by them.
 */
export const messagesOfOneJob = 50;
/** The job whose conversation is that long. */
export const talkedOf = 'job-500';
/** The job of the messages that the bench sends. */
export const writtenTo = 'job-600';
const rowsAtOnce = 20_000;
const staff = 25;

const usersSql = `
  insert into users (email, uid, first_name, last_name, company, phone_number, address, user_type, user_approved,
    created, updated, company_words, words)
  select 'person-' || n || '@ev.test', 'uid-person-' || n, 'Person' || n, 'Of' || n % 1000, 'Company ' || n % 5000,
    '+14155550132', '{"streetName":"1 Test Road","city":"Boston","state":"MA","zipcode":"02101"}',
    case when n <= ${staff} then 'EMPLOYEE' else 'CLIENT' end, true, 1700000000, 1700000000,
    array_to_tsvector(array['company', (n % 5000)::text]),
    array_to_tsvector(array['person' || n, 'of' || n % 1000, 'company', (n % 5000)::text, 'person', n::text, 'ev', 'test'])
  from generate_series($1::bigint, $2::bigint) n`;

const jobsSql = `
  insert into jobs (job_id, job_code, project, address, job_reporter, job_type, category, job_priority,
    job_description, job_delivery_mode, delivery_priority, services, attachment_links, status, assigned_to,
    duplicate_key, search, created, updated, due_day, due_end)
  select 'job-' || n, 'CODE' || n, 'Project ' || (n * 7919) % 1000003,
    jsonb_build_object('streetName', n || ' Main Street', 'city', 'Boston', 'state', 'MA', 'zipcode', '02101'),
    case when n % 10 = 0 then $3 when n <= 1000 and n % 16 = 4 then $4
      else 'person-' || (${staff} + 1 + n / 10) || '@ev.test' end,
    (array['RESIDENTIAL','COMMERCIAL','BUSINESS'])[1 + n % 3], (array['STAMP','RE_STAMP','OTHER'])[1 + n % 7 % 3],
    case when n % 10 = 3 then 'HIGH' else 'NORMAL' end, repeat('Please review the plans of this roof. ', 5),
    'DIGITAL_COPY', 'STANDARD', '[{"category":"STAMP","evServices":["EE","SE"]}]', 'https://files.example/plan',
    case when n % 50 = 0 then 'IN_PROGRESS' when n % 100 % 33 = 1 then 'ON_HOLD' when n % 20 = 3 then 'CANCELLED'
      else 'COMPLETED' end,
    case when n % 20 = 7 then '' when n % 50 = 0 then 'person-' || (1 + n / 50 % ${staff}) || '@ev.test'
      else 'person-' || (1 + n % ${staff}) || '@ev.test' end, 'key-' || n,
    array_to_tsvector(array['project', 'p' || (n * 7919) % 1000003, 'n' || n, 'main', 'street', 'boston', 'ma', '02101',
      'code' || lpad(n::text, 7, '0'), 'please', 'review', 'the', 'plans', 'of', 'this', 'roof',
      case when n % 100 = 9 then 'maple' else 'main' end,
      case when n <= 1000 and n % 100 = 17 then 'sycamore' else 'main' end]),
    1600000000 + n * 60, 1600000000 + n * 60 + (n * 104729) % 1000000, to_char(to_timestamp(due - 1), 'YYYY-MM-DD'), due
  from generate_series($1::bigint, $2::bigint) n
  cross join lateral (select (
    case when n % 250 = 0 then $5::bigint + 86400 when n % 250 = 50 then $5::bigint + 30 * 86400
      else 1600000000 + n * 60 + 7 * 86400 end) / 86400 * 86400 as due) dates`;

const historySql = `
  insert into history (job_id, created, user_email, field, version, from_text, to_text)
  select 'job-' || n, at, j.job_reporter, field, place, '', to_text
  from generate_series($1::bigint, $2::bigint) n
  join jobs j on j.job_id = 'job-' || n
  cross join lateral (values
    (1, 'job', j.created, j.job_code, true),
    (2, 'status', (j.created * 2 + j.updated) / 3, 'On hold', n % 5 = 3),
    (3, 'status', (j.created + j.updated * 2) / 3, 'In progress', n % 5 = 3),
    (4, 'status', j.updated, case j.status when 'ON_HOLD' then 'On hold' when 'COMPLETED' then 'Completed' else 'Cancelled' end,
      j.status <> 'IN_PROGRESS')) entry (place, field, at, to_text, is_there)
  where is_there order by n, place`;

/** The words of a message and a file, by the number of their job. */
const wordsOfJob = `case when n % 800 = 8 then 'larch' else 'main' end,
      case when n % 100 = 8 then 'maple' else 'main' end,
      case when n <= 1000 and n % 100 = 16 then 'sycamore' else 'main' end`;

const messagesSql = `
  insert into messages (communication_id, job_id, content, status, from_user, to_user, from_user_type, created, words)
  select 'message-' || n || '-' || k, 'job-' || n, 'Please look at sheet ' || k,
    case when k = 4 and n % 1000 = 4 then 'NEW' else 'ADDRESSED' end,
    case when k % 2 = 0 then j.job_reporter else $3 end,
    case when k % 2 = 0 then j.assigned_to else j.job_reporter end,
    case when k % 2 = 0 then 'CLIENT' else 'EMPLOYEE' end, j.created + k,
    array_to_tsvector(array['please', 'look', 'at', 'sheet', 'n' || n, k::text, ${wordsOfJob}])
  from generate_series($1::bigint, $2::bigint) n
  cross join generate_series(1, 4) k
  join jobs j on j.job_id = 'job-' || n
  where n % 4 = 0 order by n, k`;

const filesSql = `
  insert into attachments (key, job_id, file_name, content_type, size, sha256, uploaded_by, created, words)
  select 'file-' || n, 'job-' || n, 'plan ' || n || '.pdf', 'application/pdf', 1, '', $3, 1700000000,
    array_to_tsvector(array['plan', 'sheet', 'pdf', 'n' || n, ${wordsOfJob}])
  from generate_series($1::bigint, $2::bigint) n where n % 4 = 0 order by n`;

/** Fills one conversation up to `messagesOfOneJob`, with the four it has already. */
export async function fillConversation(db: Queryable): Promise<void> {
  await db.query(
    `insert into messages (communication_id, job_id, content, status, from_user, to_user, from_user_type, created)
     select 'talk-' || n, $1, 'Sheet ' || n, 'ADDRESSED', $2, '', 'CLIENT', 1700000000 + n
     from generate_series(1, ${messagesOfOneJob} - 4) n`,
    [talkedOf, people.client.email],
  );
}

/** Adds the jobs after `from` up to `to`, with their users and messages, many rows at once, bypassing the rules. */
export async function growTo(url: string, from: number, to: number): Promise<void> {
  // A connection of its own: the server's time out after some seconds.
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('insert into due_rules (rules) values ($1::jsonb) on conflict do nothing', [
      JSON.stringify(dueRules),
    ]);
    const peopleFor = (jobs: number) => (jobs === 0 ? 0 : staff + 1 + jobs / 10);
    await client.query(usersSql, [peopleFor(from) + 1, peopleFor(to)]);
    for (let first = from + 1; first <= to; first += rowsAtOnce) {
      const last = Math.min(to, first + rowsAtOnce - 1);
      const { client: most, otherClient: few } = people;
      await client.query(jobsSql, [first, last, most.email, few.email, Math.floor(Date.now() / 1000)]);
      await client.query(messagesSql, [first, last, people.employee.email]);
      await client.query(historySql, [first, last]);
      await client.query(filesSql, [first, last, people.employee.email]);
    }
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}
