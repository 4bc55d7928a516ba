import { resolve } from 'node:path';
import * as v from 'valibot';
import { readPhoneRegions } from '../../src/contract/users/phone.ts';
import type { PhoneRegion } from '../../src/contract/users/phoneRegions.ts';
import type { VapidKeys } from '../data/notify/vapidKeys.ts';
import type { RetentionDays } from '../data/retention.ts';
import { StartError } from '../errors/startError.ts';
import type { FilesPlace } from '../files/filesPlace.ts';
import { type ReplyConfig, senderNameOf } from '../mail/replyConfig.ts';
import { bareSender, Environment } from './environment.ts';
import { filesPlace, together, vapidSubject } from './environmentRules.ts';

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
  /** Where the connection that listens goes; empty: to `databaseUrl`. */
  databaseListenUrl: string;
  /** Connections to PostgreSQL, besides the one that listens. */
  databasePool: number;
  /** Milliseconds; slower statements on PostgreSQL are logged. 0: none. */
  slowQueryMs: number;
  /** Where uploads are stored; a folder is in `dataDir`. */
  files: FilesPlace;
  /** Port for metrics; 0: none. */
  metricsPort: number;
  /** Where that port listens. */
  metricsHost: string;
  /** Whether devices are asked for what they measure. */
  fieldData: boolean;
  identity: Identity;
  /** Path of a key that may delete accounts of the Firebase project, and say that their addresses are verified; empty: none. */
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
  /** Whether emails about jobs quote messages and reasons. */
  emailTexts: boolean;
  /** How replies to emails come in; null where they do not. */
  replies: ReplyConfig | null;
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

function repliesOf(values: Environment): Pick<Config, 'replies' | 'repliesBy'> {
  const { REPLY_ADDRESS, FIREBASE_PROJECT_ID, MAIL_FROM } = values;
  const isEmulated = FIREBASE_PROJECT_ID === '';
  const address = REPLY_ADDRESS || (isEmulated ? demoReplyAddress : '');
  const [sender, senderName] = [bareSender(MAIL_FROM), senderNameOf(MAIL_FROM)];
  return {
    replies: address === '' ? null : { address, sender, senderName, authserv: values.REPLY_AUTHSERV_ID },
    repliesBy: {
      imapUrl: values.REPLY_IMAP_URL,
      webhookSecret: values.REPLY_WEBHOOK_SECRET,
      // Nothing verifies who sends to it, so it is for development only.
      smtpPort: isEmulated ? values.REPLY_SMTP_PORT : null,
    },
  };
}

/** By default a firm's own server does whose metrics somebody collects: not the demo, and not one where nobody would see it. */
function asksDevices({ FIELD_DATA, METRICS_PORT, FIREBASE_PROJECT_ID }: Environment): boolean {
  if (FIELD_DATA !== '') return FIELD_DATA === 'on';
  return METRICS_PORT > 0 && FIREBASE_PROJECT_ID !== '';
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
    databaseListenUrl: values.DATABASE_LISTEN_URL,
    databasePool: values.DATABASE_POOL,
    slowQueryMs: values.SLOW_QUERY_MS,
    files: filesPlace(values),
    metricsPort: values.METRICS_PORT,
    metricsHost: values.METRICS_HOST,
    fieldData: asksDevices(values),
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
    emailTexts: values.EMAIL_TEXTS === 'on',
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
