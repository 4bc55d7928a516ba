import { join } from 'node:path';
import * as v from 'valibot';

const Sum = v.object({ rows: v.number(), sha256: v.string() });

/** `backup.json`: what a backup holds, and how to tell that it is whole. */
export const Manifest = v.object({
  format: v.literal(1),
  /** ISO 8601, UTC. */
  made: v.string(),
  /** The migrations the rows are of, in their order. */
  migrations: v.array(v.string()),
  tables: v.record(v.string(), Sum),
  /** Uploaded files, and their bytes in all. */
  files: v.object({ count: v.number(), bytes: v.number() }),
});
export type Manifest = v.InferOutput<typeof Manifest>;

/** Where things are inside a backup. */
export function backupPaths(folder: string) {
  return {
    manifest: join(folder, 'backup.json'),
    rows: (table: string) => join(folder, 'rows', `${table}.jsonl`),
    file: (key: string) => join(folder, 'files', key.slice(0, 2), key),
    /** The accounts of the embedded identity provider, where it is used. */
    accounts: join(folder, 'accounts.json'),
  };
}
