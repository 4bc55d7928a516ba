import type { AuditedAction } from '../../../src/contract/audit.ts';
import type { CheckedRequestOf } from '../../../src/contract/calls.ts';
import { pageSize } from '../../../src/contract/limits.ts';
import type { AuditEntry } from '../../../src/contract/users/auditEntry.ts';
import { userNameOf } from '../../../src/contract/users/user.ts';
import { cursorNumber, decodeCursor, encodeCursor, pageOf } from '../cursor.ts';
import type { Queryable } from '../db/db.ts';

export type AuditChange = AuditEntry['changes'][number];

/** A new entry of the audit trail. */
export type NewAuditEntry = {
  /** Email, `operatorActor` or `serverActor`. */
  actor: string;
  action: AuditedAction;
  /** Email of the user concerned, else the name of the thing concerned. */
  subject: string;
  /** `changes` is a list; other details are one value each. */
  detail?: { changes?: readonly AuditChange[] } & Record<string, unknown>;
  /** Epoch seconds. */
  created: number;
  requestId?: string;
};

/** Adds an entry to the audit trail, which is append-only. Must run in the transaction of the action. */
export async function addAuditEntry(db: Queryable, entry: NewAuditEntry): Promise<void> {
  await db.query(
    'insert into audit (created, actor, action, subject, detail, request_id) values ($1, $2, $3, $4, $5::jsonb, $6)',
    [
      entry.created,
      entry.actor,
      entry.action,
      entry.subject,
      JSON.stringify(entry.detail ?? {}),
      entry.requestId ?? '',
    ],
  );
}

/** Returns how often a user edited a profile since a time (epoch seconds). Licenses, of which an engineer may have fifty, do not count. */
export async function editsSince(
  db: Queryable,
  actor: string,
  subject: string,
  since: number,
): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `select count(*) from audit
      where actor = $1 and subject = $2 and action = 'edit-profile' and created > $3
        and detail -> 'changes' -> 0 ->> 'field' <> 'license'`,
    [actor, subject, since],
  );
  return row?.count ?? 0;
}

type Row = {
  seq: number;
  created: number;
  action: AuditedAction;
  actor: string;
  subject: string;
  detail: Record<string, unknown>;
  request_id: string;
  actor_first: string | null;
  actor_last: string | null;
  subject_first: string | null;
  subject_last: string | null;
};

function nameOf(firstName: string | null, lastName: string | null): string {
  return firstName === null ? '' : userNameOf({ firstName, lastName: lastName ?? '' });
}

function entryOf(row: Row): AuditEntry {
  const { changes = [], from, to, ...facts } = row.detail;
  const words = Object.entries(facts).map(([name, value]) => [name, String(value)]);
  return {
    entry: row.seq,
    timestamp: row.created,
    action: row.action,
    actor: row.actor,
    actorName: nameOf(row.actor_first, row.actor_last),
    subject: row.subject,
    subjectName: nameOf(row.subject_first, row.subject_last),
    changes:
      from === undefined
        ? (changes as AuditChange[])
        : [{ field: 'userType', from: String(from), to: String(to) }],
    facts: Object.fromEntries(words),
    requestId: row.request_id,
  };
}

const listing = 'audit';

/**
 * Returns one page of the audit trail, newest first.
 *
 * @throws Refusal `bad-cursor` for a cursor that is not of this listing
 */
export async function listAudit(
  db: Queryable,
  asked: CheckedRequestOf<'audit'>,
): Promise<{ items: AuditEntry[]; startAfter: string | null }> {
  const { action = null, person = null, from = null, until = null, startAfter } = asked;
  const [before] = startAfter ? decodeCursor(listing, startAfter, [cursorNumber]) : [null];
  const fits = `($2::text is null or action = $2) and ($3::bigint is null or created >= $3)
    and ($4::bigint is null or created < $4) and ($5::bigint is null or seq < $5)`;
  const page = (whose: string) => `select * from audit where ${whose} and ${fits} order by seq desc limit $6`;
  // Each side by its own index, so that later pages cost no more.
  const rows = await db.query<Row>(
    `select e.*, a.first_name as actor_first, a.last_name as actor_last,
        s.first_name as subject_first, s.last_name as subject_last
      from (${
        person === null
          ? page('$1::text is null')
          : `(${page('actor = $1')}) union all (${page('subject = $1 and actor <> $1')}) order by seq desc limit $6`
      }) e
      left join users a on a.email = e.actor
      left join users s on s.email = e.subject
      order by e.seq desc`,
    [person, action, from, until, before, pageSize + 1],
  );
  return pageOf(rows, pageSize, entryOf, ({ seq }) => encodeCursor(listing, [seq]));
}
