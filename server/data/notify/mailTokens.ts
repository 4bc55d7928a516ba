import { randomBytes } from 'node:crypto';
import type { EmailChoice } from '../../../src/contract/users/notificationForms.ts';
import type { Database, Queryable } from '../db/db.ts';
import { readSettings, saveSettings } from './notificationSettings.ts';

/** Returns the secret in the links of a user's emails, which is always the same. */
export async function mailTokenOf(db: Queryable, email: string): Promise<string> {
  const [row] = await db.query<{ token: string }>(
    `insert into mail_tokens (email, token) values ($1, $2)
      on conflict (email) do update set token = mail_tokens.token returning token`,
    [email, randomBytes(32).toString('base64url')],
  );
  if (!row) throw new Error('A token was not stored.');
  return row.token;
}

/** Whether the user with this token gets emails about jobs; null for an unknown token. */
export async function receivesJobEmails(db: Queryable, token: string): Promise<boolean | null> {
  const [row] = await db.query<{ email: string }>('select email from mail_tokens where token = $1', [token]);
  return row ? (await readSettings(db, row.email)).mail !== 'NEVER' : null;
}

/**
 * Turns the emails about jobs off for the user with this token, or on as before; a repeat changes nothing.
 *
 * @param now epoch seconds
 * @returns false for an unknown token
 */
export async function setJobEmails(
  db: Database,
  token: string,
  wanted: boolean,
  now: number,
): Promise<boolean> {
  return db.tx(async (tx) => {
    // The user before the token, in the order of an erasure: otherwise they would deadlock.
    const users = await tx.query(
      'select 1 from users where email = (select email from mail_tokens where token = $1) for key share',
      [token],
    );
    if (users.length === 0) return false;
    const [row] = await tx.query<{ email: string; choice: EmailChoice | '' }>(
      'select email, choice from mail_tokens where token = $1 for update',
      [token],
    );
    if (!row) return false;
    const settings = await readSettings(tx, row.email);
    if ((settings.mail !== 'NEVER') === wanted) return true;
    await tx.query('update mail_tokens set choice = $2 where email = $1', [row.email, settings.mail]);
    const mail = wanted ? row.choice || 'WITHOUT_DEVICE' : 'NEVER';
    await saveSettings(tx, row.email, { ...settings, mail }, now);
    return true;
  });
}
