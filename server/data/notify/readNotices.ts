import type { Queryable } from '../db/db.ts';
import type { NoticeItem } from '../taskKinds.ts';
import { type Delivered, deliveredWith } from './delivered.ts';

/** A notice, with the present state of its subject. */
export type ReadNotice = Pick<NoticeItem, 'kind' | 'communicationId' | 'noteId' | 'created'> & {
  /** Email of the user who changed the job; `''` for a notice about something else. */
  actor: string;
  /** `reason`: what was said with it, or empty. */
  changes: readonly { field: string; from: string; to: string; reason: string }[];
  /** The deliverables that were added. */
  delivered: readonly Delivered[];
};

type ChangeRow = { seq: number; actor: string; field: string; from: string; to: string; reason: string };

/**
 * Returns items with those of each kind in the order of their events. They may have joined in another: of two servers, each of which
 * dispatches some events, the one with the later may be first.
 */
function inOrder(items: readonly NoticeItem[]): NoticeItem[] {
  const sorted = items.toSorted((a, b) => a.created - b.created || (a.changes[0] ?? 0) - (b.changes[0] ?? 0));
  const ofKind = Map.groupBy(sorted, ({ kind }) => kind);
  return items.flatMap(({ kind }) => ofKind.get(kind)?.shift() ?? []);
}

/** Returns notices of a job with the changes that they are about; leaves out those of which nothing is left. */
export async function readNotices(
  db: Queryable,
  jobId: string,
  items: readonly NoticeItem[],
): Promise<ReadNotice[]> {
  const changes = await db.query<ChangeRow>(
    `select seq, user_email as actor, field, from_text as "from", to_text as "to", reason from history
      where job_id = $1 and seq = any($2::bigint[]) order by seq`,
    [jobId, items.flatMap((item) => item.changes)],
  );
  const added = await deliveredWith(
    db,
    jobId,
    items.flatMap(({ deliverable }) => deliverable ?? []),
  );
  return inOrder(items).flatMap(({ kind, communicationId, noteId, created, ...item }) => {
    const made = changes.filter(({ seq }) => item.changes.includes(seq));
    const delivered = added.get(item.deliverable ?? '') ?? [];
    const isLeft = communicationId !== null || noteId !== null || made.length > 0 || delivered.length > 0;
    if (!isLeft) return [];
    const actor = made[0]?.actor ?? '';
    return [{ kind, communicationId, noteId, created, actor, changes: made, delivered }];
  });
}
