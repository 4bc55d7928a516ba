import { givenFileName } from '../../../src/contract/files/fileNames.ts';
import type { Queryable } from '../db/db.ts';

/** A deliverable that a notice is about. */
export type Delivered = {
  /** Of its file, as it was given; empty for wet stamps without one. */
  name: string;
  /** The key of its file where that opens page by page, else empty. */
  plan: string;
  /** "UPS 1Z999AA10123456784", or empty. */
  shipment: string;
};

type Row = {
  first: string;
  plan: string | null;
  file_name: string | null;
  carrier: string;
  tracking_number: string;
};

/** Returns deliverables by the first of those that were added together, without those that were withdrawn since. */
export async function deliveredWith(
  db: Queryable,
  jobId: string,
  firsts: readonly string[],
): Promise<Map<string, Delivered[]>> {
  const rows = await db.query<Row>(
    `select coalesce(d.note_of, d.key) as first, t.file_name, d.carrier, d.tracking_number,
        case when t.content_type = 'application/pdf' then t.key end as plan
      from deliverables d left join attachments t on t.key = d.attachment_key
      where d.job_id = $1 and coalesce(d.note_of, d.key) = any($2::text[]) and d.withdrawn is null order by d.seq`,
    [jobId, firsts],
  );
  const delivered = new Map<string, Delivered[]>();
  for (const { first, plan, file_name, carrier, tracking_number } of rows) {
    const shipment = [carrier, tracking_number].filter(Boolean).join(' ');
    const one = { name: givenFileName(file_name ?? ''), plan: plan ?? '', shipment };
    delivered.set(first, [...(delivered.get(first) ?? []), one]);
  }
  return delivered;
}

/** Says that something is ready: "Your stamped documents are ready". */
export function readyText(delivered: readonly Delivered[], isStamped: boolean): string {
  if (delivered.every(({ name }) => name === '')) return 'Your wet stamps are on the way';
  return isStamped ? 'Your stamped documents are ready' : 'Your documents are ready';
}
