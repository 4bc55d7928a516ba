import type { FastifyBaseLogger } from 'fastify';
import type { VerifyToken } from './auth/auth.ts';
import type { Database } from './data/db/db.ts';
import type { Files } from './files/files.ts';
import type { InFlight } from './http/inFlight.ts';
import type { Pulse } from './live/pulse.ts';
import type { Mail } from './mail/mail.ts';
import type { DeleteAccount } from './people/accounts.ts';
import type { Vapid } from './push/vapid.ts';
import type { WriteQuota } from './writes/writeQuota.ts';

/** Everything the routes stand on. */
export type Services = {
  db: Database;
  files: Files;
  mail: Mail;
  verifyToken: VerifyToken;
  /** Has the identity provider delete an account; null where somebody has to do it by hand. */
  deleteAccount: DeleteAccount | null;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Must never be given an e-mail address, a name, a token or a body. */
  log: FastifyBaseLogger;
  /** Beats after every write that was kept. */
  pulse: Pulse;
  /** What users may write in a time; null for no limit. */
  quota: WriteQuota | null;
  /** Bytes of files that users are sending to this process in whole requests. Those in pieces were counted when they began. */
  bytesInFlight: InFlight;
  /** Who pushes come from. */
  vapid: Vapid;
  /** Push services on this machine may be used, over http: for development and tests. */
  loopbackPush: boolean;
  /** The app's own origin, for links in emails and pushes; no slash at its end. */
  publicUrl: string;
  /** Who registers with it becomes an administrator; `''` when not set. */
  adminEmail: string;
  /** With the emulator and the demo data: `/dev/mail` exists. */
  development: boolean;
  /** Where emails are written when there is no mail server. */
  mailFolder: string;
  /** The Auth emulator (`http://127.0.0.1:9099`) and its project, in emulator mode. */
  emulator: { url: string; projectId: string } | undefined;
};

/** The clock of rows and answers. */
export function nowSeconds({ now }: Pick<Services, 'now'>): number {
  return Math.floor(now() / 1000);
}
