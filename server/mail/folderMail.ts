import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { letterKinds, type Mail, safeLetter } from './mail.ts';

const StoredLetter = v.object({
  to: v.string(),
  subject: v.string(),
  text: v.string(),
  html: v.string(),
  kind: v.picklist(letterKinds),
  /** Twice the same: the same letter, sent again. */
  letterId: v.optional(v.string(), ''),
  unsubscribe: v.exactOptional(v.string()),
  /** Milliseconds since 1970. */
  sentAt: v.number(),
});
export type StoredLetter = v.InferOutput<typeof StoredLetter>;

/**
 * Without a mail server, each letter becomes one JSON file in `folder`, named so that the names sort by time.
 *
 * @param now milliseconds since 1970
 */
export function folderMail(folder: string, now: () => number = Date.now): Mail {
  return {
    async send(letter) {
      const stored: StoredLetter = { ...safeLetter(letter), sentAt: now() };
      const name = `${new Date(stored.sentAt).toISOString().replace(/[-:.]/g, '')}-${randomBytes(6).toString('hex')}`;
      await mkdir(folder, { recursive: true });
      // Renamed into place, so that a reader never meets half a letter.
      const half = join(folder, `${name}.part`);
      await writeFile(half, JSON.stringify(stored, null, 2), { mode: 0o600 });
      await rename(half, join(folder, `${name}.json`));
    },
    async close() {},
  };
}

async function readLetter(file: string): Promise<StoredLetter | undefined> {
  try {
    return v.parse(StoredLetter, JSON.parse(await readFile(file, 'utf8')));
  } catch {
    // A file somebody damaged must not hide the letters beside it.
    return undefined;
  }
}

/** The letters in `folder`, newest first, at most `limit`. A folder that is not there yet holds none. */
export async function lettersIn(folder: string, limit = 100): Promise<StoredLetter[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const newest = names
    .filter((name) => name.endsWith('.json'))
    .sort()
    .reverse()
    .slice(0, limit);
  const letters = await Promise.all(newest.map((name) => readLetter(join(folder, name))));
  return letters.filter((letter) => letter !== undefined);
}
