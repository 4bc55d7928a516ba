import { randomBytes } from 'node:crypto';
import type { ResponseOf } from '../../src/contract/calls.ts';
import { notePageSize } from '../../src/contract/limits.ts';
import type { StaffNote } from '../../src/contract/messages/note.ts';
import type { NoteSend } from '../../src/contract/messages/noteForms.ts';
import { userNameOf } from '../../src/contract/users/user.ts';
import { type ApprovedCaller, staffInSql } from '../access/access.ts';
import { Refusal } from '../errors/errors.ts';
import { cursorNumber, decodeCursor, encodeCursor, pageOf } from './cursor.ts';
import type { Queryable } from './db/db.ts';
import { staffOnly } from './events.ts';
import { userNameOr } from './userNameOr.ts';

// The access table decides who may call these functions (staff): a note has no rule by job.

/** A row of `columns`. */
type NoteRow = Omit<StaffNote, 'idempotencyKey' | 'writtenTimestamp' | 'fromUserName' | 'mentions'> & {
  written: number | null;
  key: string | null;
  first_name: string | null;
  last_name: string | null;
  mentioned: { email: string; firstName: string; lastName: string }[];
};

/** Columns of notes `n` with `authorJoin`. */
const columns = `n.note_id as "noteId", n.job_id as "jobId", n.sequence, n.content, n.from_user as "fromUserId",
    n.created as "createdTimestamp", n.written, n.key, f.first_name, f.last_name,
    (select coalesce(json_agg(json_build_object('email', u.email, 'firstName', u.first_name, 'lastName', u.last_name)
        order by array_position(n.mentions, u.email)), '[]') from users u where u.email = any(n.mentions)) as mentioned`;

const authorJoin = 'left join users f on f.email = n.from_user';

/** Returns the note of a row. @param reader gets the key of their own note */
function noteOf(
  { written, key, first_name, last_name, mentioned, ...note }: NoteRow,
  reader: Pick<ApprovedCaller, 'email'>,
): StaffNote {
  return {
    ...note,
    ...(key !== null && note.fromUserId === reader.email && { idempotencyKey: key }),
    ...(written !== null && { writtenTimestamp: written }),
    fromUserName: userNameOr(note.fromUserId, first_name, last_name),
    mentions: mentioned.map(({ email, ...name }) => ({ email, userName: userNameOf(name) })),
  };
}

const selectNotes = `
  select ${columns} from jobs j
  left join lateral (select * from staff_notes s where s.job_id = j.job_id and ($2::bigint is null or s.sequence < $2)
      order by s.sequence desc limit ${notePageSize + 1}) n on true ${authorJoin}
  where j.job_id = $1 order by n.sequence desc`;

/**
 * Returns a page of the notes on a job, newest first (GET /jobs/{jobId}/notes).
 *
 * @throws Refusal `bad-cursor`; `not-found` for a job that does not exist
 */
export async function listNotes(
  db: Queryable,
  reader: ApprovedCaller,
  jobId: string,
  startAfter: unknown,
): Promise<ResponseOf<'staffNotes'>> {
  const listing = `notes ${jobId}`;
  const [after] = typeof startAfter === 'string' ? decodeCursor(listing, startAfter, [cursorNumber]) : [null];
  const rows = await db.query<NoteRow | { noteId: null }>(selectNotes, [jobId, after], 'notes');
  if (rows.length === 0) throw new Refusal('not-found');
  // A job without notes has one row without a note.
  const notes = rows.flatMap((row) => (row.noteId === null ? [] : [row]));
  return pageOf(
    notes,
    notePageSize,
    (row) => noteOf(row, reader),
    ({ sequence }) => encodeCursor(listing, [sequence]),
  );
}

/** Returns a note. @throws Refusal `not-found` */
export async function noteById(db: Queryable, reader: ApprovedCaller, noteId: string): Promise<StaffNote> {
  const [row] = await db.query<NoteRow>(
    `select ${columns} from staff_notes n ${authorJoin} where n.note_id = $1`,
    [noteId],
  );
  if (!row) throw new Refusal('not-found');
  return noteOf(row, reader);
}

/**
 * Returns the active staff among these users, in their order. Locks them against an erasure before any lock of the job, as an erasure
 * locks its user first.
 */
async function activeStaff(db: Queryable, emails: readonly string[]): Promise<string[]> {
  if (emails.length === 0) return [];
  const rows = await db.query<{ email: string }>(
    `select u.email from users u
      where u.email = any($1::text[]) and u.user_approved and not u.user_refused and u.user_type in (${staffInSql})
      order by u.email for key share`,
    [emails],
  );
  const active = new Set(rows.map(({ email }) => email));
  return [...new Set(emails)].filter((email) => active.has(email));
}

const noteIdBytes = 15;

/**
 * Inserts a note and its live event, which only staff get. Locks the job first, so that its notes are committed in the order of their
 * sequence.
 */
const insertNote = `
  with locked as materialized (
    select job_id from jobs where job_id = $2 for update
  ), n as (
    insert into staff_notes (note_id, job_id, content, from_user, mentions, created, written, key)
      select $1, job_id, $3, $4, $5::text[], $6::bigint, $7::bigint, $8 from locked returning *
  ), notified as (
    insert into events (created, kind, actor, job_id, for_user, detail, to_notify)
      select n.created, 'note', n.from_user, n.job_id, '${staffOnly}',
        jsonb_build_object('noteId', n.note_id), n.mentions <> '{}'
      from n
  )
  select ${columns} from n ${authorJoin}`;

/**
 * Adds a note to a job (POST /jobs/note), and notifies the active staff whom it mentions; other mentions are left out. Must run in a
 * transaction. `now` and `written` (when it was written on the device, if known) in seconds; `key` is the idempotency key that it was
 * sent under.
 *
 * @throws Refusal `not-found` for a job that does not exist
 */
export async function addNote(
  db: Queryable,
  author: ApprovedCaller,
  { jobId, note, mentions = [] }: NoteSend,
  now: number,
  written: number | null,
  key: string | null,
): Promise<StaffNote> {
  const mentioned = await activeStaff(db, mentions);
  const id = randomBytes(noteIdBytes).toString('base64url');
  const [row] = await db.query<NoteRow>(
    insertNote,
    [id, jobId, note, author.email, mentioned, now, written, key],
    'insert note',
  );
  if (!row) throw new Refusal('not-found');
  return noteOf(row, author);
}
