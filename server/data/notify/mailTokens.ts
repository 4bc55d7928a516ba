import { hash, randomBytes } from 'node:crypto';
import type { EmailChoice } from '../../../src/contract/users/notificationForms.ts';
import type { Database, Queryable } from '../db/db.ts';
import { daySeconds, retentionDays } from '../retention.ts';
import { readSettings, saveSettings } from './notificationSettings.ts';

/** The condition of a token that is valid: its hash is $1 and its email was written after $2. */
const isValid = 'token_hash = $1 and created > $2';

function validParams(token: string, now: number): [string, number] {
  return [hash('sha256', token), now - retentionDays.unsubscribe * daySeconds];
}

/**
 * Returns a new secret for the links of one email to a user. Only its hash is stored, so every email has its own.
 *
 * @param now epoch seconds
 */
export async function newMailToken(db: Queryable, email: string, now: number): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await db.query('insert into unsubscribe_tokens (token_hash, email, created) values ($1, $2, $3)', [
    hash('sha256', token),
    email,
    now,
  ]);
  return token;
}

/** Ends the links of all emails that a user got so far. */
export async function endMailTokens(db: Queryable, email: string): Promise<void> {
  await db.query('delete from unsubscribe_tokens where email = $1', [email]);
}

/**
 * Whether the user with this token gets emails about jobs; null for a token that is unknown or has ended.
 *
 * @param now epoch seconds
 */
export async function receivesJobEmails(db: Queryable, token: string, now: number): Promise<boolean | null> {
  const [row] = await db.query<{ email: string }>(
    `select email from unsubscribe_tokens where ${isValid}`,
    validParams(token, now),
  );
  return row ? (await readSettings(db, row.email)).mail !== 'NEVER' : null;
}

/**
 * Turns the emails about jobs off for the user with this token, or on as before; a repeat changes nothing.
 *
 * @param now epoch seconds
 * @returns false for a token that is unknown or has ended
 */
export async function setJobEmails(
  db: Database,
  token: string,
  wanted: boolean,
  now: number,
): Promise<boolean> {
  const params = validParams(token, now);
  return db.tx(async (tx) => {
    // The user before the tokens, in the order of an erasure, and alone: otherwise they would deadlock.
    const users = await tx.query(
      `select 1 from users where email = (select email from unsubscribe_tokens where ${isValid}) for no key update`,
      params,
    );
    if (users.length === 0) return false;
    const [row] = await tx.query<{ email: string; choice: EmailChoice | '' }>(
      `select email, choice from unsubscribe_tokens where ${isValid}`,
      params,
    );
    if (!row) return false;
    const settings = await readSettings(tx, row.email);
    if ((settings.mail !== 'NEVER') === wanted) return true;
    // The links of the user's other emails resubscribe likewise.
    if (!wanted)
      await tx.query('update unsubscribe_tokens set choice = $2 where email = $1', [
        row.email,
        settings.mail,
      ]);
    const mail = wanted ? row.choice || 'WITHOUT_DEVICE' : 'NEVER';
    await saveSettings(tx, row.email, { ...settings, mail }, now);
    return true;
  });
}
