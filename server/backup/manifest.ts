import { createHmac, timingSafeEqual } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { StartError } from '../errors/startError.ts';

const Sum = v.object({ rows: v.number(), sha256: v.string() });

/** `backup.json`: the contents of a backup, with the hashes that prove it complete. */
export const Manifest = v.object({
  format: v.literal(1),
  /** ISO 8601, UTC. */
  made: v.string(),
  /** The migrations of the rows' schema, in order. */
  migrations: v.pipe(v.array(v.string()), v.minLength(1)),
  tables: v.record(v.string(), Sum),
  /** Number and total bytes of uploaded files. */
  files: v.object({ count: v.number(), bytes: v.number() }),
  /** Keys of the files that rows name and the backup lacks, as the store had lost them; absent where it had all. */
  lost: v.exactOptional(v.array(v.string())),
  /** Hex SHA-256 of the embedded identity provider's accounts; absent where there are none. */
  accounts: v.exactOptional(v.string()),
  /** Hex HMAC-SHA-256 of all other fields with `BACKUP_KEY`; absent where none was set. */
  signature: v.exactOptional(v.string()),
});
export type Manifest = v.InferOutput<typeof Manifest>;

/** Returns the paths inside a backup. */
export function backupPaths(folder: string) {
  return {
    manifest: join(folder, 'backup.json'),
    rows: (table: string) => join(folder, 'rows', `${table}.jsonl`),
    file: (key: string) => join(folder, 'files', key.slice(0, 2), key),
    /** The accounts of the embedded identity provider, where it is used. */
    accounts: join(folder, 'accounts.json'),
  };
}

function signatureOf({ signature: _signature, ...rest }: Manifest, key: string): string {
  return createHmac('sha256', key).update(JSON.stringify(rest)).digest('hex');
}

/** Returns the manifest with its signature, or unchanged when there is no key. */
export function signed(manifest: Manifest, key: string): Manifest {
  return key === '' ? manifest : { ...manifest, signature: signatureOf(manifest, key) };
}

function mustBeSigned(folder: string, manifest: Manifest, key: string): void {
  if (manifest.signature === undefined) {
    throw new StartError(
      `The backup in ${folder} is not signed, though BACKUP_KEY is set. Nothing was restored.`,
    );
  }
  const [given, expected] = [manifest.signature, signatureOf(manifest, key)].map((hex) => Buffer.from(hex));
  if (!given || !expected || given.length !== expected.length || !timingSafeEqual(given, expected)) {
    throw new StartError(
      `The signature of the backup in ${folder} is not by BACKUP_KEY: it was made with another key, or changed since. Nothing was restored.`,
    );
  }
}

/**
 * Reads the manifest of a backup.
 *
 * @param key `BACKUP_KEY`; without one, a signature is not checked
 * @throws StartError when there is no manifest, it cannot be parsed, or its signature does not match
 */
export async function readManifest(folder: string, key: string): Promise<Manifest> {
  const text = await readFile(backupPaths(folder).manifest, 'utf8').catch(() => {
    throw new StartError(`There is no backup in ${folder}.`);
  });
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new StartError(`The backup in ${folder} is damaged: backup.json is not JSON.`);
  }
  const read = v.safeParse(Manifest, json);
  if (!read.success) throw new StartError(`This version can’t read the backup in ${folder}.`);
  if (key !== '') mustBeSigned(folder, read.output, key);
  return read.output;
}
