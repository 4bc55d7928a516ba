import { hash } from 'node:crypto';
import * as v from 'valibot';
import { email as emailField } from '../../src/contract/fields.ts';
import { maxTextLength } from '../../src/contract/limits.ts';
import type { MessageSend } from '../../src/contract/messageForms.ts';
import { isApproved, type Profile } from '../../src/contract/user.ts';
import { type ApprovedCaller, mustMayCall } from '../access.ts';
import { sendMessage } from '../data/messages/sendMessage.ts';
import { queueEmails } from '../data/notify/emailQueue.ts';
import { claimTelling, replyTokenOf } from '../data/notify/replyTokens.ts';
import { knownUser, lockCaller } from '../data/users/callers.ts';
import { WrongKind } from '../files/fileIntake.ts';
import type { StoredFile } from '../files/upload.ts';
import { Refusal, Unavailable } from '../http/errors.ts';
import { checkedBody } from '../http/requestBody.ts';
import { type UnpostedReason, unpostedEmail } from '../mail/unpostedEmail.ts';
import { nowSeconds, type Services } from '../services.ts';
import { repeatOf } from '../writes/repeats.ts';
import { writeOnce } from '../writes/writeOnce.ts';
import { htmlText } from './htmlText.ts';
import { isAutomatic } from './isAutomatic.ts';
import { type ArrivedEmail, headOf, maxEmailBytes, readEmail } from './readEmail.ts';
import { tokensOf } from './replyAddress.ts';
import { attachedFiles, storeFiles } from './replyFiles.ts';
import { replyText } from './replyText.ts';
import { senderVerdict } from './senderVerdict.ts';

/** How replies by email come in. */
export type Replies = {
  /** The address that replies go to, without a token. */
  address: string;
  /** The sender of our emails, a bare address. */
  sender: string;
  /** The name of our provider in `Authentication-Results`; `''` when that header is not read. */
  authserv: string;
};

/** What the way in knows of an email besides its bytes. */
export type Provenance = {
  /** The sender that the mail server was given: `''` for a bounce. */
  returnPath?: string;
  /** The recipients that the mail server was given. */
  recipients?: readonly string[];
  /** Whether only the beginning of the email was fetched, because it is larger than `maxEmailBytes`. */
  isCut?: boolean;
};

export type Taken =
  | { outcome: 'posted' | 'repeated' }
  | { outcome: 'ignored'; reason: 'automatic' | 'broken' | 'no-token' | 'unverified' }
  | { outcome: 'refused'; reason: UnpostedReason };

/**
 * Takes an email that arrived: posts it as a message of the job whose token it was sent to, once, or tells its sender at most once a day
 * why not.
 *
 * @throws `Unavailable` or a Refusal when it has to be tried again later
 */
export type TakeReply = (raw: Buffer, provenance?: Provenance) => Promise<Taken>;

class Unposted extends Error {
  readonly reason: UnpostedReason;
  constructor(reason: UnpostedReason) {
    super(reason);
    this.reason = reason;
  }
}

const unreadableTypes = /^(multipart\/encrypted|application\/(x-)?pkcs7-mime)$/;

/** Whether there is one From, of which every program reads the same address: our provider judges the one that it reads. */
function hasPlainSender({ header }: ArrivedEmail): boolean {
  const [value = '', ...others] = header('from');
  if (value.length > 1000) return false;
  const unquoted = value.replace(/"(\\.|[^"\\])*"/g, '');
  // A group, as in `users: clara@ev.test;`, is a list too.
  if (/[:;]/.test(unquoted)) return false;
  return others.length === 0 && /^[^<>]*<[^<>\s]+>\s*$|^[^<>]+$/.test(unquoted);
}

/** Beginnings of the subject of an email that is passed on, as programs write them. */
const forwardSubject =
  /^\s*\[?(fwd?|wg|tr|rv|enc|i|doorst|vs|vl|vb|pd|ynt|ilt|转发|轉寄|転送|전달)\s?[:：]/iu;

/** Returns what the sender wrote, without quotes and signature. */
function contentOf(
  mail: ArrivedEmail,
  { address, sender }: Replies,
  { firstName, lastName }: Profile,
): string {
  const context = {
    ours: [`${address.slice(0, address.lastIndexOf('@'))}+`, address, sender, 'EV Jobs'],
    senderNames: [mail.from[0]?.name ?? '', firstName, `${firstName} ${lastName}`],
    isForward: forwardSubject.test(mail.subject),
  };
  return replyText(mail.text.trim() === '' ? htmlText(mail.html) : mail.text, context);
}

/** Returns why a write was refused, as the sender is told; rethrows what has to be tried again. */
function unpostedOf(error: unknown): Unposted {
  if (error instanceof Unposted) return error;
  if (error instanceof WrongKind) return new Unposted('files');
  if (!(error instanceof Refusal)) throw error;
  const { code, details } = error;
  if (code === 'not-found' || code === 'forbidden' || code === 'unauthorized')
    return new Unposted('no-access');
  if (code === 'too-large') return new Unposted('files');
  if (code === 'invalid') return new Unposted(details.issues ? 'files' : 'too-many-files');
  throw error;
}

/** Returns the function that takes emails for this server. */
export function replyTaker(services: Services, replies: Replies): TakeReply {
  const { db, files, now, quota, publicUrl, log } = services;
  const ours = [replies.address, replies.sender].map((address) => address.toLowerCase());

  /** Returns the sender of a reply with their rights of now. */
  async function callerOf(email: string): Promise<ApprovedCaller> {
    const { uid, profile } = await knownUser(db, email);
    if (!profile || !isApproved(profile)) throw new Unposted('no-access');
    const at = nowSeconds(services);
    const caller = { uid, email, verified: true, signedIn: at, expires: at, profile };
    mustMayCall('updateJob', caller);
    return caller;
  }

  /** Posts an email as a message, once. @returns whether it had been posted before */
  async function post(mail: ArrivedEmail, caller: ApprovedCaller, jobId: string): Promise<boolean> {
    const content = contentOf(mail, replies, caller.profile);
    if (content === '') throw new Unposted(unreadableTypes.test(mail.contentType) ? 'unreadable' : 'empty');
    if (content.length > maxTextLength) throw new Unposted('too-long');
    quota?.spend(caller.uid, Buffer.byteLength(content));
    const stored: StoredFile[] = [];
    try {
      await storeFiles(files, attachedFiles(mail.files), stored, now());
      const { email, profile } = caller;
      // The same for all copies of this email, however they were delivered, and not for another one with its Message-ID.
      const parts = [
        mail.id,
        jobId,
        mail.text.trim() || mail.html.trim(),
        ...stored.map(({ sha256 }) => sha256),
      ];
      const id = hash('sha256', JSON.stringify(parts));
      const body = {
        evJobId: jobId,
        jobUpdateUser: email,
        'evCommunication.content': content,
        'evCommunication.fromUserId': email,
        'evCommunication.fromUserType': profile.userType,
      };
      const send = checkedBody('updateJob', body, stored) as MessageSend;
      const repeat = repeatOf('updateJob');
      const { repeated } = await writeOnce(
        services,
        {
          uid: caller.uid,
          userType: profile.userType,
          key: `email ${id}`,
          call: 'updateJob',
          fingerprint: id,
        },
        async (tx) => {
          await lockCaller(tx, caller);
          return sendMessage(tx, caller, send, stored, nowSeconds(services), null);
        },
        repeat && {
          stored: (answer) => repeat.stored(answer as Parameters<typeof repeat.stored>[0]),
          again: async () => null,
        },
      );
      if (repeated) await discard(stored);
      else services.wakeUp.signal();
      return repeated;
    } catch (error) {
      // The rows that name these files may have been committed.
      if (!(error instanceof Unavailable && error.maybeCommitted)) await discard(stored);
      throw error;
    }
  }

  async function discard(stored: readonly StoredFile[]): Promise<void> {
    await Promise.all(stored.map(({ key }) => files.remove(key)));
  }

  /**
   * Queues the email that tells a sender why nothing was posted, unless it was told today.
   *
   * @param account the user whose emails of today are counted: the sender, or whose token a stranger used
   */
  async function tell(
    mail: ArrivedEmail,
    sender: string,
    reason: UnpostedReason,
    account: string,
  ): Promise<void> {
    if (mail.header('x-auto-response-suppress').length > 0) return;
    const { profile } = await knownUser(db, sender);
    const to = { email: sender, firstName: profile?.firstName ?? '' };
    const email = unpostedEmail(to, reason, mail.messageId, {
      text: 'Open EV Jobs',
      link: `${publicUrl}/jobs`,
    });
    const at = nowSeconds(services);
    const isQueued = await db.tx(async (tx) => {
      if (!(await claimTelling(tx, account, reason, at))) return false;
      await queueEmails(tx, [email], at);
      return true;
    });
    if (isQueued) services.wakeUp.signal();
  }

  async function refuse(
    mail: ArrivedEmail,
    sender: string,
    reason: UnpostedReason,
    account = sender,
  ): Promise<Taken> {
    await tell(mail, sender, reason, account);
    return { outcome: 'refused', reason };
  }

  async function judge(
    mail: ArrivedEmail,
    { returnPath, recipients = [] }: Provenance,
    unread: 'too-large' | 'too-complex' | null,
  ): Promise<Taken> {
    if (isAutomatic(mail, returnPath, ours)) return { outcome: 'ignored', reason: 'automatic' };
    const [sender, ...others] = mail.from;
    const isOne = sender && others.length === 0 && hasPlainSender(mail);
    if (!isOne || !v.is(emailField, sender.address)) return { outcome: 'ignored', reason: 'broken' };
    const { address } = sender;
    const verdict = senderVerdict(mail.header('authentication-results'), replies.authserv, address);
    const tokens = tokensOf([...recipients, ...mail.to], replies.address);
    const owner = await replyTokenOf(db, { tokens, sender: address }, nowSeconds(services));
    if (verdict === 'fail') {
      // Only the user whose token it is hears of it: the address of anybody else is a forged one.
      if (owner?.email !== address) return { outcome: 'ignored', reason: 'unverified' };
      return refuse(mail, address, 'unverified');
    }
    if (!owner) {
      const { profile } = await knownUser(db, address);
      // Without a token, strangers get no answer: spam would have us write to anyone.
      if (!profile || !isApproved(profile)) return { outcome: 'ignored', reason: 'no-token' };
      return refuse(mail, address, 'expired');
    }
    // Where nobody vouches for the sender, a token that leaked must not have us write to many forged addresses.
    if (owner.email !== address)
      return refuse(mail, address, 'wrong-sender', verdict === 'pass' ? address : owner.email);
    if (unread) return refuse(mail, address, unread);
    try {
      const repeated = await post(mail, await callerOf(address), owner.jobId);
      return { outcome: repeated ? 'repeated' : 'posted' };
    } catch (error) {
      return refuse(mail, address, unpostedOf(error).reason);
    }
  }

  async function read(raw: Buffer): Promise<ArrivedEmail | null> {
    try {
      return await readEmail(raw);
    } catch {
      return null;
    }
  }

  return async (raw, provenance = {}) => {
    const isTooLarge = provenance.isCut || raw.length > maxEmailBytes;
    const whole = isTooLarge ? null : await read(raw);
    const mail = whole ?? (await read(headOf(raw)));
    const unread = whole ? null : isTooLarge ? 'too-large' : 'too-complex';
    const taken: Taken = mail
      ? await judge(mail, provenance, unread)
      : { outcome: 'ignored', reason: 'broken' };
    log.info({ ...taken }, 'an email arrived');
    return taken;
  };
}
