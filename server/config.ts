import { existsSync } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import * as v from 'valibot';
import { email } from '../src/contract/fields.ts';
import { phoneRegionsMessage, readPhoneRegions } from '../src/contract/phone.ts';
import type { PhoneRegion } from '../src/contract/phoneRegions.ts';
import type { VapidKeys } from './data/notify/vapidKeys.ts';
import { type RetentionDays, retentionDays } from './data/retention.ts';
import { type FilesPlace, placeOf } from './files/place.ts';
import type { Replies } from './mail/replies.ts';
import { hasRoomForToken } from './mail/replyAddress.ts';
import { isKeyPair, isVapidSubject, subjectFrom, subjectOfNobody } from './push/vapid.ts';
import { StartError } from './startError.ts';

/** The identity provider: the emulator on this machine, or a Firebase project. */
type Identity =
  | { kind: 'emulator'; projectId: string; port: number }
  | { kind: 'firebase'; projectId: string; apiKey: string };

export type Config = {
  host: string;
  port: number;
  /** Absolute. */
  dataDir: string;
  /** Empty: the embedded database in `dataDir`. */
  databaseUrl: string;
  /** Connections to PostgreSQL, besides the one that listens. */
  databasePool: number;
  /** Milliseconds; slower statements on PostgreSQL are logged. 0: none. */
  slowQueryMs: number;
  /** Where uploads are stored; a folder is in `dataDir`. */
  files: FilesPlace;
  /** Port for metrics on the loopback address; 0: none. */
  metricsPort: number;
  identity: Identity;
  /** Path of a service account key that may delete accounts of the Firebase project; empty: none. */
  serviceAccount: string;
  /** Signs backups; empty: they are not signed. */
  backupKey: string;
  /** Days of retention. */
  retention: Pick<RetentionDays, 'audit' | 'emails'>;
  /** Regions whose phone numbers are accepted; the app is built with the same ones. */
  phoneRegions: readonly PhoneRegion[];
  /** The user who registers with this email becomes the first admin; empty: nobody. */
  adminEmail: string;
  /** Empty: emails are written to `dataDir`. */
  smtpUrl: string;
  /** The sender of emails. */
  mailFrom: string;
  /** How replies to emails come in; null where they do not. */
  replies: Replies | null;
  /** Where they come in: a mailbox, a webhook of the mail provider, a mail server on loopback. */
  repliesBy: {
    /** `imaps://…`; empty: none. */
    imapUrl: string;
    /** Empty: none. */
    webhookSecret: string;
    /** 0: any free port; null: none. */
    smtpPort: number | null;
  };
  /** The origin in emails, without a trailing slash. */
  publicUrl: string;
  /** The sender of pushes; without keys, a pair stored in the database is used. */
  vapid: { subject: string; keys: VapidKeys | null };
  /** Previews rendered at once by this process; 0: none. */
  previewsAtOnce: number;
  /** Addresses of proxies in front whose forwarded headers are trusted; empty: none. */
  trustProxy: string;
};

/** The emulator treats a project whose name begins with "demo-" as one that does not exist at Google. */
export const emulatorProjectId = 'demo-ev-jobs';

/** Where replies go in the default set-up, in which no email leaves this machine. */
const demoReplyAddress = 'reply@localhost.localdomain';

const loopbackHost = /^(localhost|127(\.\d{1,3}){3}|::1)$/;

function quoted(value: unknown): string {
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

function isUrl(value: string, protocols: readonly string[]): boolean {
  return URL.canParse(value) && protocols.includes(new URL(value).protocol) && new URL(value).host !== '';
}

function isOrigin(value: string): boolean {
  return isUrl(value, ['http:', 'https:']) && new URL(value).origin === value.replace(/\/$/, '');
}

function listed(value: string): string[] {
  return value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function isEmail(value: string): boolean {
  return v.is(email, value);
}

/** Returns the bare address of a sender with or without a name. */
function bareSender(value: string): string {
  return /^[^<>\r\n]*<([^<>]+)>$/.exec(value)?.[1] ?? value;
}

function isSender(value: string): boolean {
  return isEmail(bareSender(value));
}

const always = () => true;
const never = () => '';

/** The environment variables. Addresses that may contain a password are never quoted. */
const Environment = v.object({
  HOST: text(
    'localhost',
    (value) => /^[\w.:-]+$/.test(value),
    (value) => `must be a host name or an address, not ${quoted(value)}`,
  ),
  PORT: port(8080),
  DATA_DIR: text(
    'data',
    (value) => !value.includes('\0'),
    () => 'must be the name of a folder',
  ),
  AUTH_EMULATOR_PORT: port(9099),
  DATABASE_URL: text(
    '',
    (value) => isUrl(value, ['postgres:', 'postgresql:']),
    () => 'must be an address that begins with postgres:// or postgresql://',
  ),
  DATABASE_POOL: count(10, 1, 1000),
  SLOW_QUERY_MS: count(1000, 0, 600_000),
  FILES_URL: text(
    '',
    (value) => placeOf(value) !== null,
    () =>
      'must be an address like s3://bucket?region=eu-central-1, s3://bucket?endpoint=https://objects.example.com or gs://bucket, without credentials (set those in their own variables)',
  ),
  METRICS_PORT: count(0, 0, 65_535),
  PREVIEWS_AT_ONCE: count(2, 0, 64),
  ADMIN_EMAIL: text('', isEmail, (value) => `must be an email address, not ${quoted(value)}`),
  /** Built into the app; checked here, so that a wrong one is found at the start. */
  SUPPORT_EMAIL: text('', isEmail, (value) => `must be an email address, not ${quoted(value)}`),
  PHONE_REGIONS: text('', (value) => readPhoneRegions(value) !== null, phoneRegionsMessage),
  SMTP_URL: text(
    '',
    (value) => isUrl(value, ['smtp:', 'smtps:']),
    () => 'must be an address that begins with smtp:// or smtps://',
  ),
  MAIL_FROM: text(
    'EV Jobs <no-reply@localhost.localdomain>',
    isSender,
    (value) => `must be an email address or "Name <address>", not ${quoted(value)}`,
  ),
  REPLY_ADDRESS: text(
    '',
    (value) => isEmail(value) && hasRoomForToken(value),
    (value) => `must be an email address with at most 23 characters before the @, not ${quoted(value)}`,
  ),
  REPLY_IMAP_URL: text(
    '',
    (value) => isUrl(value, ['imap:', 'imaps:']),
    () => 'must be an address that begins with imaps:// or imap://',
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
    (value) => listed(value).every((address) => isIP(address.replace(/\/\d+$/, '')) !== 0),
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
type Environment = v.InferOutput<typeof Environment>;

export const variables = Object.keys(Environment.entries);

/** Keys are never quoted. */
function vapidTogether({ VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY }: Environment): string[] {
  if (VAPID_PUBLIC_KEY === '' && VAPID_PRIVATE_KEY === '') return [];
  if (VAPID_PRIVATE_KEY === '') return ['Set VAPID_PRIVATE_KEY too when you set VAPID_PUBLIC_KEY.'];
  if (VAPID_PUBLIC_KEY === '') return ['Set VAPID_PUBLIC_KEY too when you set VAPID_PRIVATE_KEY.'];
  if (isKeyPair({ publicKey: VAPID_PUBLIC_KEY, privateKey: VAPID_PRIVATE_KEY })) return [];
  return [
    'VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY must be a pair, as `npx web-push generate-vapid-keys` makes one.',
  ];
}

/** Returns the VAPID subject: a placeholder for a server that only this machine reaches; others must have a public one. */
function vapidSubject(values: Environment): string {
  const { VAPID_SUBJECT, PUBLIC_URL, MAIL_FROM, FIREBASE_PROJECT_ID } = values;
  if (VAPID_SUBJECT !== '') return VAPID_SUBJECT;
  const own = subjectFrom({ publicUrl: PUBLIC_URL, mailFrom: MAIL_FROM });
  if (own !== '') return own.replace(/\/$/, '');
  return FIREBASE_PROJECT_ID !== '' && PUBLIC_URL.startsWith('https:') ? '' : subjectOfNobody;
}

/** Services other than Amazon's have no regions and accept this one. */
const usualRegion = 'us-east-1';

function filesPlace({ FILES_URL }: Environment): FilesPlace {
  const place = placeOf(FILES_URL) ?? { kind: 'folder' };
  if (place.kind !== 's3') return place;
  return { ...place, region: place.region || (place.endpoint === '' ? '' : usualRegion) };
}

function filesTogether(values: Environment): string[] {
  const place = filesPlace(values);
  if (place.kind !== 's3' || place.region !== '') return [];
  return ['FILES_URL must name the region of its bucket, as s3://bucket?region=eu-central-1.'];
}

/** Returns the errors of variables that do not fit together. */
function together(values: Environment): string[] {
  const sentences = [
    ...identityTogether(values),
    ...repliesTogether(values),
    ...vapidTogether(values),
    ...filesTogether(values),
  ];
  if (vapidSubject(values) === '') {
    sentences.push(
      'VAPID_SUBJECT must be set, as mailto:… or https://…, because neither PUBLIC_URL nor MAIL_FROM is a public address that push services could write to.',
    );
  }
  return sentences;
}

function repliesTogether(values: Environment): string[] {
  const { REPLY_ADDRESS, REPLY_IMAP_URL, REPLY_WEBHOOK_SECRET, FIREBASE_PROJECT_ID } = values;
  const waysIn = ['REPLY_IMAP_URL', 'REPLY_WEBHOOK_SECRET'] as const;
  if (REPLY_ADDRESS === '') {
    return [...waysIn, 'REPLY_AUTHSERV_ID' as const]
      .filter((name) => values[name] !== '')
      .map((name) => `Set REPLY_ADDRESS too when you set ${name}.`);
  }
  const hasWayIn = FIREBASE_PROJECT_ID === '' || REPLY_IMAP_URL !== '' || REPLY_WEBHOOK_SECRET !== '';
  return hasWayIn ? [] : ['Set REPLY_IMAP_URL or REPLY_WEBHOOK_SECRET too when you set REPLY_ADDRESS.'];
}

function repliesOf(values: Environment): Pick<Config, 'replies' | 'repliesBy'> {
  const { REPLY_ADDRESS, FIREBASE_PROJECT_ID, MAIL_FROM } = values;
  const isEmulated = FIREBASE_PROJECT_ID === '';
  const address = REPLY_ADDRESS || (isEmulated ? demoReplyAddress : '');
  return {
    replies:
      address === '' ? null : { address, sender: bareSender(MAIL_FROM), authserv: values.REPLY_AUTHSERV_ID },
    repliesBy: {
      imapUrl: values.REPLY_IMAP_URL,
      webhookSecret: values.REPLY_WEBHOOK_SECRET,
      // Nothing verifies who sends to it, so it is for development only.
      smtpPort: isEmulated ? values.REPLY_SMTP_PORT : null,
    },
  };
}

function identityTogether(values: Environment): string[] {
  if (values.FIREBASE_PROJECT_ID !== '') {
    return values.FIREBASE_API_KEY === ''
      ? ['Set FIREBASE_API_KEY too when you set FIREBASE_PROJECT_ID.']
      : [];
  }
  const sentences = (['FIREBASE_API_KEY', 'FIREBASE_SERVICE_ACCOUNT'] as const)
    .filter((name) => values[name] !== '')
    .map((name) => `Set FIREBASE_PROJECT_ID too when you set ${name}.`);
  // The emulator verifies no identity, so anyone who reaches it can sign in as anyone.
  if (!loopbackHost.test(values.HOST)) {
    sentences.push(
      `HOST must be localhost, not ${quoted(values.HOST)}. Without FIREBASE_PROJECT_ID, anyone could sign in as anyone else.`,
    );
  }
  if (values.PORT === values.AUTH_EMULATOR_PORT) {
    sentences.push(`AUTH_EMULATOR_PORT must differ from PORT, which is ${values.PORT} too.`);
  }
  return sentences;
}

type Variables = Record<string, string | undefined>;

/**
 * Reads the configuration from environment variables; an empty variable counts as unset.
 *
 * @throws StartError with one sentence for each invalid variable
 */
export function readConfig(environment: Variables): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const checked = v.safeParse(Environment, given);
  if (!checked.success) {
    throw new StartError(
      checked.issues.map((issue) => `${v.getDotPath(issue)} ${issue.message}.`).join('\n'),
    );
  }
  const values = checked.output;
  const sentences = together(values);
  if (sentences.length > 0) throw new StartError(sentences.join('\n'));
  return {
    host: values.HOST,
    port: values.PORT,
    dataDir: resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL,
    databasePool: values.DATABASE_POOL,
    slowQueryMs: values.SLOW_QUERY_MS,
    files: filesPlace(values),
    metricsPort: values.METRICS_PORT,
    previewsAtOnce: values.PREVIEWS_AT_ONCE,
    identity:
      values.FIREBASE_PROJECT_ID === ''
        ? { kind: 'emulator', projectId: emulatorProjectId, port: values.AUTH_EMULATOR_PORT }
        : {
            kind: 'firebase',
            projectId: values.FIREBASE_PROJECT_ID,
            apiKey: values.FIREBASE_API_KEY,
          },
    backupKey: values.BACKUP_KEY,
    serviceAccount: values.FIREBASE_SERVICE_ACCOUNT,
    retention: { audit: values.KEEP_AUDIT_DAYS, emails: values.KEEP_EMAILS_DAYS },
    phoneRegions: readPhoneRegions(values.PHONE_REGIONS) ?? [],
    adminEmail: values.ADMIN_EMAIL.trim().toLowerCase(),
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM,
    ...repliesOf(values),
    publicUrl: (values.PUBLIC_URL || `http://localhost:${values.PORT}`).replace(/\/$/, ''),
    vapid: {
      subject: vapidSubject(values),
      keys:
        values.VAPID_PUBLIC_KEY === ''
          ? null
          : { publicKey: values.VAPID_PUBLIC_KEY, privateKey: values.VAPID_PRIVATE_KEY },
    },
    trustProxy: values.TRUST_PROXY,
  };
}
