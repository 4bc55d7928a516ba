import type { Queryable } from './db/db.ts';

/** How many versions before the present one stay. */
const earlierVersions = 5;

/** Notes that a server starts with a version. @returns whether its bundle is stored */
export async function startVersion(db: Queryable, version: string, now: number): Promise<boolean> {
  const stored = await db.query('update app_versions set started = $2 where version = $1 returning 1', [
    version,
    now,
  ]);
  return stored.length > 0;
}

/** Stores the bundle of a version, and forgets those that are long gone. */
export async function storeVersion(
  db: Queryable,
  version: string,
  bundle: Buffer,
  now: number,
): Promise<void> {
  await db.query(
    'insert into app_versions (version, bundle, started) values ($1, $2, $3) on conflict (version) do nothing',
    [version, bundle.toString('base64'), now],
  );
  await db.query(
    `delete from app_versions where version not in
      (select version from app_versions order by version = $1 desc, started desc limit $2)`,
    [version, 1 + earlierVersions],
  );
}

/** Returns the bundle of a version; null where it was never served, or long ago. */
export async function readVersion(db: Queryable, version: string): Promise<Buffer | null> {
  const [row] = await db.query<{ bundle: string }>('select bundle from app_versions where version = $1', [
    version,
  ]);
  return row ? Buffer.from(row.bundle, 'base64') : null;
}
