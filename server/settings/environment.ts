import { existsSync } from 'node:fs';
import { isIP } from 'node:net';
import * as v from 'valibot';
import { email } from '../../src/contract/fields.ts';
import { phoneRegionsMessage, readPhoneRegions } from '../../src/contract/users/phone.ts';
import { retentionDays } from '../data/retention.ts';
import { parseFilesUrl } from '../files/filesPlace.ts';
import { hasRoomForToken } from '../mail/replyAddress.ts';
import { isVapidSubject } from '../push/vapid.ts';

/** Returns a value as a message shows it. */
export function quoted(value: unknown): string {
  return JSON.stringify(String(value).slice(0, 100));
}

/**
 * Returns the schema of a text variable with a default. `say` returns the message of its rule, which follows the variable's name
 * and may quote the value.
 */
function text(fallback: string, mayBe: (value: string) => boolean, say: (value: string) => string) {
  return v.optional(
    v.pipe(
      v.string(),
      v.check(
        (value) => value === fallback || mayBe(value),
        (issue) => say(String(issue.input)),
      ),
    ),
    fallback,
  );
}

function count(fallback: number, least: number, most: number) {
  return v.optional(
    v.pipe(
      v.string(),
      v.check(
        (value) => /^\d{1,7}$/.test(value) && Number(value) >= least && Number(value) <= most,
        (issue) => `must be a number from ${least} to ${most}, not ${quoted(issue.input)}`,
      ),
      v.transform(Number),
    ),
    String(fallback),
  );
}

function port(fallback: number) {
  return count(fallback, 1, 65_535);
}

function host(fallback: string) {
  return text(
    fallback,
    (value) => /^[\w.:-]+$/.test(value),
    (value) => `must be a host name or an address, not ${quoted(value)}`,
  );
}

function isUrl(value: string, protocols: readonly string[]): boolean {
  return URL.canParse(value) && protocols.includes(new URL(value).protocol) && new URL(value).host !== '';
}

/** Whether an address that may contain a password is read as it is meant: what follows a `#` would be lost. */
function isLogin(value: string, protocols: readonly string[]): boolean {
  return isUrl(value, protocols) && new URL(value).hash === '';
}

function loginMessage(protocols: string): string {
  return `must be an address that begins with ${protocols}, with special characters of its name and password encoded (@ as %40, # as %23, / as %2F)`;
}

function isOrigin(value: string): boolean {
  return isUrl(value, ['http:', 'https:']) && new URL(value).origin === value.replace(/\/$/, '');
}

/** Whether a text is an IP address, or a network of such: `10.0.0.0/8`. */
function isProxy(text: string): boolean {
  const [address = '', bits = '32'] = text.trim().split(/\/(?=\d{1,3}$)/);
  const most = isIP(address) === 4 ? 32 : 128;
  return isIP(address) !== 0 && Number(bits) > 0 && Number(bits) <= most;
}

function isEmail(value: string): boolean {
  return v.is(email, value);
}

/** Returns the bare address of a sender with or without a name. */
export function bareSender(value: string): string {
  return /^[^<>\r\n]*<([^<>]+)>$/.exec(value)?.[1] ?? value;
}

function isSender(value: string): boolean {
  return isEmail(bareSender(value));
}

const always = () => true;
const never = () => '';

/** The environment variables, each by itself. Addresses that may contain a password are never quoted. */
export const Environment = v.object({
  HOST: host('localhost'),
  PORT: port(8080),
  DATA_DIR: text(
    'data',
    (value) => !value.includes('\0'),
    () => 'must be the name of a folder',
  ),
  AUTH_EMULATOR_PORT: port(9099),
  DATABASE_URL: text(
    '',
    (value) => isLogin(value, ['postgres:', 'postgresql:']),
    () => loginMessage('postgres:// or postgresql://'),
  ),
  DATABASE_LISTEN_URL: text(
    '',
    (value) => isLogin(value, ['postgres:', 'postgresql:']),
    () => loginMessage('postgres:// or postgresql://'),
  ),
  DATABASE_POOL: count(10, 1, 1000),
  SLOW_QUERY_MS: count(1000, 0, 600_000),
  FILES_URL: text(
    '',
    (value) => parseFilesUrl(value) !== null,
    () =>
      'must be an address like s3://bucket?region=eu-central-1, s3://bucket?endpoint=https://objects.example.com or gs://bucket, without credentials (set those in their own variables)',
  ),
  METRICS_PORT: count(0, 0, 65_535),
  METRICS_HOST: host('127.0.0.1'),
  FIELD_DATA: text(
    '',
    (value) => ['on', 'off'].includes(value),
    (value) => `must be on or off, not ${quoted(value)}`,
  ),
  PREVIEWS_AT_ONCE: count(2, 0, 64),
  ADMIN_EMAIL: text('', isEmail, (value) => `must be an email address, not ${quoted(value)}`),
  /** Built into the app; checked here, so that a wrong one is found at the start. */
  SUPPORT_EMAIL: text('', isEmail, (value) => `must be an email address, not ${quoted(value)}`),
  PHONE_REGIONS: text('', (value) => readPhoneRegions(value) !== null, phoneRegionsMessage),
  SMTP_URL: text(
    '',
    (value) => isLogin(value, ['smtp:', 'smtps:']),
    () => loginMessage('smtp:// or smtps://'),
  ),
  MAIL_FROM: text(
    'EV Jobs <no-reply@localhost.localdomain>',
    isSender,
    (value) => `must be an email address or "Name <address>", not ${quoted(value)}`,
  ),
  EMAIL_TEXTS: text(
    'on',
    (value) => value === 'off',
    (value) => `must be on or off, not ${quoted(value)}`,
  ),
  REPLY_ADDRESS: text(
    '',
    (value) => isEmail(value) && hasRoomForToken(value),
    (value) => `must be an email address with at most 23 characters before the @, not ${quoted(value)}`,
  ),
  REPLY_IMAP_URL: text(
    '',
    (value) => isLogin(value, ['imap:', 'imaps:']),
    () => loginMessage('imaps:// or imap://'),
  ),
  REPLY_WEBHOOK_SECRET: text(
    '',
    (value) => value.length >= 32,
    () => 'must have at least 32 characters',
  ),
  REPLY_SMTP_PORT: count(0, 0, 65_535),
  REPLY_AUTHSERV_ID: text(
    '',
    (value) => /^[\w.-]+$/.test(value),
    (value) => `must be a name like mx.example.com, not ${quoted(value)}`,
  ),
  VAPID_PUBLIC_KEY: text('', always, never),
  VAPID_PRIVATE_KEY: text('', always, never),
  VAPID_SUBJECT: text(
    '',
    isVapidSubject,
    (value) =>
      `must be a public address like mailto:office@example.com or https://jobs.example.com, because push services answer 403 to others, not ${quoted(value)}`,
  ),
  PUBLIC_URL: text(
    '',
    isOrigin,
    (value) => `must be an address like https://jobs.example.com, not ${quoted(value)}`,
  ),
  TRUST_PROXY: text(
    '',
    (value) => value.split(',').every(isProxy),
    (value) => `must be addresses of proxies like 10.0.0.0/8, with commas between them, not ${quoted(value)}`,
  ),
  FIREBASE_PROJECT_ID: text(
    '',
    (value) => /^[a-z][a-z0-9-]{2,29}$/.test(value),
    (value) => `must be a Firebase project’s ID, not ${quoted(value)}`,
  ),
  FIREBASE_API_KEY: text('', always, never),
  FIREBASE_SERVICE_ACCOUNT: text('', existsSync, () => 'must be the path of a file'),
  BACKUP_KEY: text(
    '',
    (value) => value.length >= 32,
    () => 'must have at least 32 characters',
  ),
  KEEP_AUDIT_DAYS: count(retentionDays.audit, 30, 36_500),
  KEEP_EMAILS_DAYS: count(retentionDays.emails, 1, 3650),
});
export type Environment = v.InferOutput<typeof Environment>;

export const variables = Object.keys(Environment.entries);
