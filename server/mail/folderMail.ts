import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { emailKinds } from '../data/notify/email.ts';
import { type Mail, sanitizeEmail } from './mail.ts';

const StoredEmail = v.object({
  to: v.string(),
  subject: v.string(),
  text: v.string(),
  html: v.string(),
  kind: v.picklist(emailKinds),
  /** Equal for two attempts at the same email. */
  emailId: v.optional(v.string(), ''),
  unsubscribe: v.exactOptional(v.string()),
  replyTo: v.exactOptional(v.string()),
  thread: v.exactOptional(v.string()),
  answers: v.exactOptional(v.string()),
  logo: v.exactOptional(v.string()),
  /** Milliseconds since 1970. */
  sentAt: v.number(),
});
export type StoredEmail = v.InferOutput<typeof StoredEmail>;

/**
 * Writes each email as a JSON file in `folder`, for use without a mail server. The names sort by time.
 *
 * @param now milliseconds since 1970
 */
export function folderMail(folder: string, now: () => number = Date.now): Mail {
  return {
    async send(email) {
      const stored: StoredEmail = { ...sanitizeEmail(email), sentAt: now() };
      const name = `${new Date(stored.sentAt).toISOString().replace(/[-:.]/g, '')}-${randomBytes(6).toString('hex')}`;
      await mkdir(folder, { recursive: true });
      // Written under another name and renamed, so that a reader never sees half an email.
      const half = join(folder, `${name}.part`);
      await writeFile(half, JSON.stringify(stored, null, 2), { mode: 0o600, flush: true });
      await rename(half, join(folder, `${name}.json`));
    },
    async close() {},
  };
}

async function readEmail(file: string): Promise<StoredEmail | undefined> {
  try {
    return v.parse(StoredEmail, JSON.parse(await readFile(file, 'utf8')));
  } catch {
    // A damaged file must not hide the other emails.
    return undefined;
  }
}

/** Returns the emails in `folder`, newest first, at most `limit`; none when the folder does not exist. */
export async function readEmails(folder: string, limit = 100): Promise<StoredEmail[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const newest = names
    .filter((name) => name.endsWith('.json'))
    .sort()
    .reverse()
    .slice(0, limit);
  const emails = await Promise.all(newest.map((name) => readEmail(join(folder, name))));
  return emails.filter((email) => email !== undefined);
}
