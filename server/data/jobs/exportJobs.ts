import type { UserType } from '../../../src/contract/enums.ts';
import type { Job } from '../../../src/contract/jobs/job.ts';
import type { JobListing } from '../../../src/contract/requests.ts';
import { type ApprovedCaller, onlyJobsOf } from '../../access/access.ts';
import type { Queryable } from '../db/db.ts';
import { userNameOr } from '../userNameOr.ts';
import { searchJobs } from './jobQuery.ts';
import { type JobRow, jobOf, selectJobs } from './jobRow.ts';

/** Rows of one query: few enough for flat memory. */
const batchSize = 500;

/**
 * Yields all jobs that a caller may see and that match the filters, in the requested order, by default newest first. One that is changed
 * meanwhile, and so moves to what was yielded already, comes at the end. `now` in seconds, at the beginning.
 */
export async function* jobsToExport(
  db: Queryable,
  reader: ApprovedCaller,
  listing: JobListing,
  now: number,
): AsyncGenerator<Job> {
  async function* inOrder(list: JobListing): AsyncGenerator<Job> {
    let startAfter: string | null = null;
    do {
      const search = startAfter === null ? list : { ...list, startAfter };
      const page = await searchJobs(db, reader, search, { now, size: batchSize });
      yield* page.items;
      startAfter = page.startAfter;
    } while (startAfter !== null);
  }
  const { sort = 'newest' } = listing;
  // By age, no job moves.
  if (sort === 'newest' || sort === 'oldest') return yield* inOrder(listing);
  const had = new Set<string>();
  for await (const job of inOrder(listing)) {
    if (had.has(job.jobId)) continue;
    had.add(job.jobId);
    yield job;
  }
  // Not only those changed since: a due date and a name of an assignee change without their jobs.
  for await (const job of inOrder({ ...listing, sort: 'newest' })) if (!had.has(job.jobId)) yield job;
}

/** Returns a job that the caller may see, or null. */
export async function jobToExport(db: Queryable, reader: ApprovedCaller, jobId: string): Promise<Job | null> {
  const [row] = await db.query<JobRow>(
    `${selectJobs(reader)} where j.job_id = $1 and ($2::text is null or j.job_reporter = $2)`,
    [jobId, onlyJobsOf(reader)],
  );
  return row ? jobOf(row) : null;
}

/** A message in an export. */
export type ExportedMessage = {
  /** Epoch seconds. */
  createdTimestamp: number;
  writtenTimestamp?: number;
  fromUserType: UserType;
  fromUserName: string;
  content: string;
  /** Keys of its files, in the order in which they were chosen. */
  fileKeys: string[];
};

type MessageRow = Omit<ExportedMessage, 'writtenTimestamp' | 'fromUserName'> & {
  sequence: number;
  written: number | null;
  from_user: string;
  first_name: string | null;
  last_name: string | null;
};

function exportedMessage(row: MessageRow): ExportedMessage {
  const { sequence: _, written, from_user, first_name, last_name, ...message } = row;
  return {
    ...message,
    ...(written !== null && { writtenTimestamp: written }),
    fromUserName: userNameOr(from_user, first_name, last_name),
  };
}

/** Returns the sequence of the newest message of a job; 0 without messages. */
export async function newestSequence(db: Queryable, jobId: string): Promise<number> {
  const [row] = await db.query<{ newest: number | null }>(
    'select max(sequence) as newest from messages where job_id = $1',
    [jobId],
  );
  return row?.newest ?? 0;
}

/** Yields the messages of a job up to a sequence, oldest first. The caller checks the right to read them. */
export async function* messagesToExport(
  db: Queryable,
  jobId: string,
  until: number,
): AsyncGenerator<ExportedMessage> {
  let rows: MessageRow[] = [];
  do {
    rows = await db.query<MessageRow>(
      `select m.sequence, m.created as "createdTimestamp", m.written, m.from_user_type as "fromUserType", m.from_user, m.content,
         u.first_name, u.last_name,
         array(select t.key from attachments t where t.communication_id = m.communication_id order by t.seq) as "fileKeys"
       from messages m left join users u on u.email = m.from_user
       where m.job_id = $1 and m.sequence > $2 and m.sequence <= $4
       order by m.sequence limit $3`,
      [jobId, rows.at(-1)?.sequence ?? 0, batchSize, until],
    );
    for (const row of rows) yield exportedMessage(row);
  } while (rows.length === batchSize);
}
