import { randomBytes } from 'node:crypto';
import type { Letter, LetterKind } from '../mail/mail.ts';
import type { Notice } from '../notify/notice.ts';
import type { Database, Queryable } from './db.ts';
import { gatherSeconds, type LetterMatter, letterMatter } from './letterMatter.ts';
import { plannedOnce } from './plannedOnce.ts';

/** Longer than any try to send takes; a letter whose process died is tried again after it. */
const claimSeconds = 5 * 60;
const atOnce = 10;

function newLetterId(): string {
  return randomBytes(18).toString('base64url');
}

/**
 * Puts written letters into the queue. Must run in the transaction of the write that they tell of. `now` in seconds.
 */
export async function queueLetters(db: Queryable, letters: readonly Letter[], now: number): Promise<void> {
  for (const { kind, to, ...content } of letters) {
    await db.query(
      'insert into letters (letter_id, kind, recipient, content, created, due) values ($1, $2, $3, $4::jsonb, $5, $5)',
      [newLetterId(), kind, to, JSON.stringify(content), now],
    );
  }
}

/**
 * Puts notices into the letter that gathers for their person and job. Whether it goes is decided when it is due: by what is new
 * then, and by the settings of then; only who wants no letters at all is passed over here.
 */
export async function queueMails(db: Queryable, notices: readonly Notice[], now: number): Promise<void> {
  const wanted = notices.filter(({ settings }) => settings.mail !== 'NEVER');
  if (wanted.length === 0) return;
  const groups = [...Map.groupBy(wanted, ({ recipient, jobId }) => `${recipient} ${jobId}`).entries()];
  const letters = groups
    // In one order, so that two processes wait for each other, and not in a ring.
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, [first]]) => ({
      ...first,
      letterId: newLetterId(),
      due: (first?.created ?? now) + gatherSeconds,
    }));
  await db.query(gather, [JSON.stringify(letters), JSON.stringify(wanted), now]);
}

/** The letters of all notices, and the notices in them, at once. */
const gather = plannedOnce(`
  with gathering as (
      insert into letters (letter_id, kind, recipient, job_id, created, due)
        select l.letter_id, 'notice', l.recipient, l.job_id, $3::bigint, l.due
        from rows from (jsonb_to_recordset($1::jsonb)
          as ("letterId" text, recipient text, "jobId" text, due bigint))
          with ordinality as l (letter_id, recipient, job_id, due, place)
        order by l.place
      on conflict (recipient, job_id) where kind = 'notice' and tried is null and done is null
        do update set due = letters.due returning letter_id, recipient, job_id)
    insert into letter_notices (letter_id, kind, communication_id, actor, changes, results, created)
      select g.letter_id, n.kind, n.message, n.actor, n.changes, n.results, n.created
      from rows from (jsonb_to_recordset($2::jsonb) as (recipient text, "jobId" text, kind text,
          "communicationId" text, actor text, changes jsonb, results integer, created bigint))
        with ordinality as n (recipient, job_id, kind, message, actor, changes, results, created, place)
      join gathering g on g.recipient = n.recipient and g.job_id = n.job_id
      order by n.place`);

type LetterRow = {
  letter_id: string;
  kind: LetterKind;
  recipient: string;
  content: Omit<Letter, 'kind' | 'to'> | null;
  job_id: string | null;
  tried: number | null;
  attempts: number;
};

/** A letter to be sent now: one that was written before, or what to write one of. */
export type ClaimedLetter = {
  letterId: string;
  kind: LetterKind;
  /** Seconds. */
  tried: number;
  /** This one included. */
  attempts: number;
} & ({ letter: Letter } | { matter: LetterMatter });

type Ready = { letter: Letter } | { matter: LetterMatter };

/** Null when the letter does not go now; its row then says when, or is gone, because there is nothing to tell. */
async function readyLetter(db: Queryable, row: LetterRow, now: number): Promise<Ready | null> {
  const { kind, recipient, content, job_id, letter_id } = row;
  if (content) return { letter: { kind, to: recipient, ...content } };
  const found =
    job_id === null ? null : await letterMatter(db, { letterId: letter_id, recipient, jobId: job_id }, now);
  if (found === null) {
    await db.query('delete from letters where letter_id = $1', [letter_id]);
    return null;
  }
  if ('entries' in found) return { matter: found };
  await db.query('update letters set due = $2 where letter_id = $1', [letter_id, found.due]);
  return null;
}

/**
 * Takes the letters that are due; nobody else gets them for a while. Those that turn out not to go now are dealt with.
 *
 * @param now epoch seconds
 * @returns null when no letter was due
 */
export async function claimLetters(db: Database, now: number): Promise<ClaimedLetter[] | null> {
  const [waiting] = await db.query('select 1 from letters where done is null and due <= $1 limit 1', [now]);
  if (!waiting) return null;
  return db.tx(async (tx) => {
    const rows = await tx.query<LetterRow>(
      `select letter_id, kind, recipient, content, job_id, tried, attempts from letters
        where done is null and due <= $1 order by due, seq limit ${atOnce} for update skip locked`,
      [now],
    );
    if (rows.length === 0) return null;
    const claimed: ClaimedLetter[] = [];
    for (const row of rows) {
      const ready = await readyLetter(tx, row, now);
      if (!ready) continue;
      const { letter_id: letterId, kind, tried, attempts } = row;
      await tx.query(
        `update letters set due = $2, tried = coalesce(tried, $3), attempts = attempts + 1 where letter_id = $1`,
        [letterId, now + claimSeconds, now],
      );
      claimed.push({ letterId, kind, tried: tried ?? now, attempts: attempts + 1, ...ready });
    }
    return claimed;
  });
}

/** Ends a letter; what it said is forgotten. `now` in seconds. */
export async function endLetter(
  db: Queryable,
  letterId: string,
  outcome: 'SENT' | 'REFUSED' | 'GIVEN_UP',
  now: number,
  error = '',
): Promise<void> {
  await db.query(
    `update letters set done = $2, outcome = $3, error = $4, content = null where letter_id = $1 and done is null`,
    [letterId, now, outcome, error],
  );
  await db.query('delete from letter_notices where letter_id = $1', [letterId]);
}

/**
 * Puts a letter off. `counts` is false when it could not even be tried. It stays as it is when another process has taken it on since.
 *
 * @param due epoch seconds
 */
export async function putLetterOff(
  db: Queryable,
  { letterId, attempts }: Pick<ClaimedLetter, 'letterId' | 'attempts'>,
  { due, error, counts }: { due: number; error: string; counts: boolean },
): Promise<void> {
  await db.query(
    `update letters set due = $3, error = $4, attempts = attempts - $5
      where letter_id = $1 and attempts = $2 and done is null`,
    [letterId, attempts, due, error, counts ? 0 : 1],
  );
}

/** Makes everything that happened until now tell nobody: for demo data. */
export async function tellNobody(db: Queryable): Promise<void> {
  await db.query('update events set to_notify = false where to_notify');
  await db.query('delete from letters');
}
