import type { MessageStatus } from '../../../src/contract/enums.ts';
import type { HistoryEntry } from '../../../src/contract/jobs/jobDetails.ts';
import { historySize } from '../../../src/contract/limits.ts';
import { type ApprovedCaller, onlyJobsOf } from '../../access/access.ts';
import { cursorNumber, decodeCursor, encodeCursor, pageOf } from '../cursor.ts';
import type { Queryable } from '../db/db.ts';
import { dueVisibleTo } from '../due/jobDue.ts';
import { userNameOr } from '../userNameOr.ts';

export type NewHistory = Pick<HistoryEntry, 'field' | 'from' | 'to' | 'reason'>;

/** The history keeps the beginning of a longer text: it shows what changed, and does not store former texts. */
const maxCharacters = 500;

function shortened(text: string): string {
  if (text.length <= maxCharacters) return text;
  return `${text.slice(0, maxCharacters - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** Adds changes of a job to its history. Must run in the transaction of the changes. `created` in seconds. @returns the new rows */
export async function addHistory(
  db: Queryable,
  made: { jobId: string; version: number; user: string; created: number },
  entries: readonly NewHistory[],
): Promise<{ seq: number; field: string }[]> {
  if (entries.length === 0) return [];
  return db.query(
    `insert into history (job_id, created, user_email, version, field, from_text, to_text, reason)
      select $1, $2, $3, $4, entry.field, entry.from_text, entry.to_text, entry.reason
      from unnest($5::text[], $6::text[], $7::text[], $8::text[])
        with ordinality as entry (field, from_text, to_text, reason, place)
      order by entry.place returning seq, field`,
    [
      made.jobId,
      made.created,
      made.user,
      made.version,
      entries.map(({ field }) => field),
      entries.map(({ from }) => shortened(from)),
      entries.map(({ to }) => shortened(to)),
      entries.map(({ reason = '' }) => reason),
    ],
  );
}

/** Marks of one user within this time are one entry, unless the job was changed in between. */
const marksTogetherSeconds = 300;

const markEndings: Record<MessageStatus, string> = { ADDRESSED: 'as addressed', NEW: 'as new' };

/**
 * Adds to a job's history that a user has marked messages: "Marked 3 messages as addressed". Not a change of the job, so it names no
 * version. Must run in the transaction of the marks. `created` in seconds.
 */
export async function addMarksToHistory(
  db: Queryable,
  made: { jobId: string; user: string; created: number },
  status: MessageStatus,
  count: number,
): Promise<void> {
  const ending = markEndings[status];
  const textOf = (marked: number) => `Marked ${marked} ${marked === 1 ? 'message' : 'messages'} ${ending}`;
  // Only an entry of the same user is locked: others may belong to a user who is being erased.
  const [last] = await db.query<{ seq: number; to_text: string }>(
    `select seq, to_text from history
      where seq = (select max(seq) from history where job_id = $1) and field = 'messages' and user_email = $2
        and created > $3 and to_text like $4 for update`,
    [made.jobId, made.user, made.created - marksTogetherSeconds, `%${ending}`],
  );
  if (last) {
    const before = Number(/\d+/.exec(last.to_text)?.[0] ?? 0);
    await db.query('update history set to_text = $2 where seq = $1', [last.seq, textOf(before + count)]);
    return;
  }
  await addHistory(db, { ...made, version: 0 }, [{ field: 'messages', from: '', to: textOf(count) }]);
}

/**
 * Returns the SQL condition for changes that a reader sees: clients see those of the due date while they see the date, and never the
 * reasons, which staff write for themselves.
 */
function isVisibleTo(reader: ApprovedCaller): string {
  if (onlyJobsOf(reader) === null) return 'true';
  return `h.field <> 'dueReason' and (h.field <> 'dueDate' or ${dueVisibleTo(reader)})`;
}

export type HistoryRow = {
  seq: number;
  created: number;
  user_email: string;
  first_name: string | null;
  last_name: string | null;
  field: string;
  from_text: string;
  to_text: string;
  reason: string;
  from_first: string | null;
  from_last: string | null;
  to_first: string | null;
  to_last: string | null;
};

/** Returns SQL that reads the history of job `$1` for a reader, newest first, one change more than a page has. */
export const selectHistory = (reader: ApprovedCaller) => `
  select h.seq, h.created, h.user_email, u.first_name, u.last_name, h.field, h.from_text, h.to_text, h.reason,
      f.first_name as from_first, f.last_name as from_last, t.first_name as to_first, t.last_name as to_last
    from history h left join users u on u.email = h.user_email
    left join users f on h.field = 'assignedTo' and f.email = h.from_text
    left join users t on h.field = 'assignedTo' and t.email = h.to_text
    where h.job_id = $1 and ${isVisibleTo(reader)} order by h.seq desc limit ${historySize + 1}`;

function historyEntryOf(row: HistoryRow): HistoryEntry {
  return {
    timestamp: row.created,
    user: row.user_email,
    userName: userNameOr(row.user_email, row.first_name, row.last_name),
    field: row.field,
    from: userNameOr(row.from_text, row.from_first, row.from_last),
    to: userNameOr(row.to_text, row.to_first, row.to_last),
    ...(row.reason && { reason: row.reason }),
  };
}

const listing = 'history';

/** Returns a page of history. Expects the rows of a query for one more than a page has. */
export function historyPage(rows: readonly HistoryRow[]): {
  items: HistoryEntry[];
  startAfter: string | null;
} {
  return pageOf(rows, historySize, historyEntryOf, ({ seq }) => encodeCursor(listing, [seq]));
}

/**
 * Returns the changes of a job before a cursor. The caller checks the right to read the job.
 *
 * @throws Refusal `bad-cursor`
 */
export async function historyBefore(
  db: Queryable,
  reader: ApprovedCaller,
  jobId: string,
  startAfter: string,
) {
  const [before] = decodeCursor(listing, startAfter, [cursorNumber]);
  const earlier = selectHistory(reader).replace('h.job_id = $1', 'h.job_id = $1 and h.seq < $2');
  return historyPage(await db.query<HistoryRow>(earlier, [jobId, before]));
}

/** Returns the fields that changed after a version. Due dates have no version: the one set last counts. */
export async function fieldsChangedSince(db: Queryable, jobId: string, version: number): Promise<string[]> {
  const rows = await db.query<{ field: string }>(
    `select field from history where job_id = $1 and version > $2 and field not in ('dueDate', 'dueReason')
      group by field order by min(seq)`,
    [jobId, version],
  );
  return rows.map(({ field }) => field);
}
