import type { UnpostedReason } from '../data/notify/unpostedReports.ts';
import type { ReplyConfig } from '../mail/replyConfig.ts';
import type { EmailReader } from './emailReader.ts';

/** How replies come in, and how their emails are read, if not in a process of its own. */
export type ReplyOptions = ReplyConfig & { read?: EmailReader };

/** What the way in knows of an email besides its bytes. */
export type Provenance = {
  /** The sender that the mail server was given: `''` for a bounce. */
  returnPath?: string;
  /** The recipients that the mail server was given. */
  recipients?: readonly string[];
  /** Whether only the beginning of the email was fetched, because it is larger than `maxEmailBytes`. */
  isCut?: boolean;
  /** The content type of the body of a webhook, which has the email in a field. */
  contentType?: string;
};

export type IgnoredReason = 'automatic' | 'broken' | 'no-email' | 'no-token' | 'unverified';

export type ReplyOutcome =
  | { outcome: 'posted' | 'repeated' }
  | { outcome: 'ignored'; reason: IgnoredReason }
  | { outcome: 'refused'; reason: UnpostedReason };

/**
 * Takes an email that arrived: posts it as a message of the job whose token it was sent to, once, and tells its sender once what of it
 * was not posted, and why. Without a valid token of theirs, a sender is told at most once a day.
 *
 * @throws `Unavailable` or a Refusal when it has to be tried again later
 */
export type TakeReply = (raw: Buffer, provenance?: Provenance) => Promise<ReplyOutcome>;
