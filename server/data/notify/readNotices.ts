import type { Queryable } from '../db/db.ts';
import type { NoticeItem } from '../taskKinds.ts';

/** A notice, with the present state of its subject. */
export type ReadNotice = Pick<NoticeItem, 'kind' | 'communicationId' | 'noteId' | 'created'> & {
  /** Email of the user who changed the job; `''` for a notice about something else. */
  actor: string;
  changes: readonly { field: string; from: string; to: string }[];
  /** Number of deliverables added. */
  results: number;
};

type ChangeRow = { seq: number; actor: string; field: string; from: string; to: string };

/** Returns notices of a job with the changes that they are about; leaves out those of which nothing is left. */
export async function readNotices(
  db: Queryable,
  jobId: string,
  items: readonly NoticeItem[],
): Promise<ReadNotice[]> {
  const changes = await db.query<ChangeRow>(
    `select seq, user_email as actor, field, from_text as "from", to_text as "to" from history
      where job_id = $1 and seq = any($2::bigint[]) order by seq`,
    [jobId, items.flatMap((item) => item.changes)],
  );
  const added = await db.query<{ first: string; results: number }>(
    `select coalesce(note_of, key) as first, count(*) as results from deliverables
      where job_id = $1 and coalesce(note_of, key) = any($2::text[]) group by 1`,
    [jobId, items.flatMap(({ deliverable }) => deliverable ?? [])],
  );
  return items.flatMap(({ kind, communicationId, noteId, created, ...item }) => {
    const made = changes.filter(({ seq }) => item.changes.includes(seq));
    const results = added.find(({ first }) => first === item.deliverable)?.results ?? 0;
    const isLeft = communicationId !== null || noteId !== null || made.length > 0 || results > 0;
    if (!isLeft) return [];
    const actor = made[0]?.actor ?? '';
    return [{ kind, communicationId, noteId, created, actor, changes: made, results }];
  });
}
