import type { FastifyBaseLogger } from 'fastify';
import type { AccountAdmin } from '../auth/accounts.ts';
import type { VerifyToken } from '../auth/auth.ts';
import type { Database } from '../data/db/db.ts';
import type { RetentionDays } from '../data/retention.ts';
import type { WakeUp } from '../data/wakeUp.ts';
import type { Files } from '../files/files.ts';
import type { Counters } from '../log/counters.ts';
import type { CountFieldData } from '../log/fieldHistograms.ts';
import type { Mail } from '../mail/mail.ts';
import type { ReplyConfig } from '../mail/replyConfig.ts';
import type { Vapid } from '../push/vapid.ts';
import type { WriteQuota } from '../writes/writeQuota.ts';
import type { InFlight } from './inFlight.ts';

/** What the routes use. */
export type Services = {
  db: Database;
  files: Files;
  mail: Mail;
  verifyToken: VerifyToken;
  /** Changes accounts at the identity provider; null when an operator has to do it. */
  accountAdmin: AccountAdmin | null;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Must never be given an email address, a name, a token or a body. */
  log: FastifyBaseLogger;
  /** For the metrics. */
  counters: Counters;
  /** Counts what devices measure; null where they are not asked. */
  countFieldData: CountFieldData | null;
  /** Signaled after every committed write. */
  wakeUp: WakeUp;
  /** Limits what users write; null for no limit. */
  quota: WriteQuota | null;
  /** Bytes of files in whole requests to this process. Resumable uploads are counted when they are created. */
  bytesInFlight: InFlight;
  /** The sender of pushes. */
  vapid: Vapid;
  /** Allows push services on this machine, over http, for development and tests. */
  loopbackPush: boolean;
  /** The app's own origin, for links in emails and pushes; without a trailing slash. */
  publicUrl: string;
  /** Whether emails about jobs quote messages and reasons. */
  emailTexts: boolean;
  /** Whether there is a mail server. */
  sendsEmail: boolean;
  /** Days of retention. */
  retention: RetentionDays;
  /** How replies to our emails come in; null where they do not. */
  replies: ReplyConfig | null;
  /** The user who registers with this email becomes an admin; `''` when not set. */
  adminEmail: string;
  /** Emulator mode: `/dev/mail` exists. */
  development: boolean;
  /** Folder for emails when there is no mail server. */
  mailFolder: string;
  /** The Auth emulator (`http://127.0.0.1:9099`) and its project, in emulator mode. */
  emulator: { url: string; projectId: string } | undefined;
};
