import type { Queryable } from '../db/db.ts';

/** A file that was delivered. */
export type DeliveredFile = {
  /** The key of the deliverable. */
  deliverable: string;
  revision: number;
  /** Of its file in the store. */
  key: string;
  fileName: string;
  size: number;
  /** Hex, as it was when the file was stored. */
  sha256: string;
  /** Hex, if an earlier report has it. */
  sha1: string;
};

/**
 * Returns the files that were delivered with a deliverable, itself included, without those that count no more: superseded or withdrawn.
 */
export function filesOfDelivery(db: Queryable, jobId: string, deliverable: string): Promise<DeliveredFile[]> {
  return db.query<DeliveredFile>(
    `select d.key as deliverable, d.revision, t.key, t.file_name as "fileName", t.size, t.sha256,
        coalesce((select max(f.sha1) from sealed_files f where f.deliverable_key = d.key), '') as sha1
      from deliverables d join attachments t on t.key = d.attachment_key
      where d.job_id = $1 and d.withdrawn is null
        and coalesce(d.note_of, d.key) = (select coalesce(note_of, key) from deliverables where key = $2 and job_id = $1)
        and not exists (select 1 from deliverables n where n.supersedes = d.key)
      order by d.seq`,
    [jobId, deliverable],
  );
}
