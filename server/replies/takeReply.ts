import { hash } from 'node:crypto';
import * as v from 'valibot';
import { email as emailField } from '../../src/contract/fields.ts';
import { maxFiles, maxJobFiles, maxTextLength } from '../../src/contract/limits.ts';
import type { MessageSend } from '../../src/contract/messageForms.ts';
import { isApproved } from '../../src/contract/user.ts';
import { type ApprovedCaller, mustMayCall } from '../access.ts';
import { Refusal, Unavailable } from '../data/errors.ts';
import { sendMessage } from '../data/messages/sendMessage.ts';
import { sentBefore } from '../data/messages/sentBefore.ts';
import type { Email } from '../data/notify/email.ts';
import { queueEmails } from '../data/notify/emailQueue.ts';
import { claimTelling, replyTokenOf } from '../data/notify/replyTokens.ts';
import { daySeconds } from '../data/retention.ts';
import type { StoredFile } from '../data/storedFile.ts';
import { knownUser, lockCaller } from '../data/users/callers.ts';
import { checkedBody } from '../http/requestBody.ts';
import { type UnpostedReason, unpostedEmail, unpostedFilesEmail } from '../mail/unpostedEmail.ts';
import { nowSeconds, type Services } from '../services.ts';
import { repeatOf } from '../writes/repeats.ts';
import { writeOnce } from '../writes/writeOnce.ts';
import { type EmailReader, readInProcess } from './emailReader.ts';
import { isAutomatic, isOfServer, isPassedOn } from './isAutomatic.ts';
import { type ArrivedEmail, headerOf, maxEmailBytes, maxHeadLength } from './readEmail.ts';
import { addressesIn, tokensOf } from './replyAddress.ts';
import { sentFiles, storeFiles } from './replyFiles.ts';
import { senderVerdict } from './senderVerdict.ts';

/** How replies by email come in. */
export type Replies = {
  /** The address that replies go to, without a token. */
  address: string;
  /** The sender of our emails, a bare address. */
  sender: string;
  /** The name of our provider in `Authentication-Results`; `''` when that header is not read. */
  authserv: string;
  /** How emails are read, if not in a process of its own. */
  read?: EmailReader;
};

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

export type Taken =
  | { outcome: 'posted' | 'repeated' }
  | { outcome: 'ignored'; reason: 'automatic' | 'broken' | 'no-email' | 'no-token' | 'unverified' }
  | { outcome: 'refused'; reason: UnpostedReason };

/**
 * Takes an email that arrived: posts it as a message of the job whose token it was sent to, once, and tells its sender once what of it
 * was not posted, and why. Without a valid token of theirs, a sender is told at most once a day.
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

/** Characters of the whole text of an email, which is kept with its message. */
const maxWholeLength = 500_000;

/**
 * Messages of a user to a job in a day. More are of two programs that answer each other: those that say in no header field that they are
 * programs are posted, and those that ignore ours answer the email about it.
 */
const mostADay = 60;

const unreadableTypes = /^(multipart\/encrypted|application\/(x-)?pkcs7-mime)$/;

/** Whether there is one From, of which every program reads the same address: our provider judges the one that it reads. */
function hasPlainSender(mail: ArrivedEmail): boolean {
  const [value = '', ...others] = headerOf(mail, 'from');
  if (value.length > 1000) return false;
  const unquoted = value.replace(/"(\\.|[^"\\])*"/g, '');
  // A group, as in `users: clara@ev.test;`, is a list too.
  if (/[:;]/.test(unquoted)) return false;
  return others.length === 0 && /^[^<>]*<[^<>\s]+>\s*$|^[^<>]+$/.test(unquoted);
}

/** Whether a text is an email address as it is, which a form would not correct first. */
function isAddress(text: string): boolean {
  const { success, output } = v.safeParse(emailField, text);
  return success && output === text;
}

/** Header fields in which mail servers note whom an email was delivered to, before those that its sender wrote. */
const recipientFields = ['delivered-to', 'x-original-to', 'envelope-to', 'x-forwarded-to', 'to', 'cc'];

/** Refusals of what can be posted later. */
const laterCodes: readonly string[] = ['rate-limited', 'key-in-use'];

/** Returns why a write was refused, as the sender is told; rethrows what has to be tried again. */
function unpostedOf(error: unknown): Unposted {
  if (error instanceof Unposted) return error;
  if (!(error instanceof Refusal)) throw error;
  const { code, details } = error;
  if (code === 'not-found' || code === 'forbidden' || code === 'unauthorized')
    return new Unposted('no-access');
  if (laterCodes.includes(code)) throw error;
  // What cannot be posted now never can: tried again, it would come for ever.
  return new Unposted(code === 'invalid' && !details.issues ? 'too-many-files' : 'failed');
}

/** Returns the function that takes emails for this server. */
export function replyTaker(services: Services, replies: Replies): TakeReply {
  const { db, files, now, quota, publicUrl, log } = services;
  const ours = [replies.address, replies.sender].map((address) => address.toLowerCase());
  const read = replies.read ?? readInProcess;
  /** As a quote names us: with any token. */
  const quotedAs = [`${ours[0]?.slice(0, ours[0].lastIndexOf('@'))}+`, ...ours];
  const open = { text: 'Open EV Jobs', link: `${publicUrl}/jobs` };

  /** Returns the sender of a reply with their rights of now. */
  async function callerOf(email: string): Promise<ApprovedCaller> {
    const { uid, profile } = await knownUser(db, email);
    if (!profile || !isApproved(profile)) throw new Unposted('no-access');
    const at = nowSeconds(services);
    const caller = { uid, email, verified: true, signedIn: at, expires: at, profile };
    mustMayCall('updateJob', caller);
    return caller;
  }

  /** Posts an email as a message, once, and queues what its sender is told of its files. @returns whether it had been posted before */
  async function post(mail: ArrivedEmail, caller: ApprovedCaller, jobId: string): Promise<boolean> {
    const { text, whole } = mail;
    if (text === '') throw new Unposted(unreadableTypes.test(mail.contentType) ? 'unreadable' : 'empty');
    if (text.length > maxTextLength || whole.length > maxWholeLength) throw new Unposted('too-long');
    quota?.spend(caller.uid, Buffer.byteLength(text) + Buffer.byteLength(whole));
    const { email, profile } = caller;
    const parts = sentFiles(mail.files);
    const inText = parts.flatMap(({ isInText, sha256 }) => (isInText ? [sha256] : []));
    const before = await sentBefore(db, { jobId, email, since: nowSeconds(services) - daySeconds, inText });
    // The pictures of a signature, which the job has since the first email.
    const sent = parts.filter(({ isInText, sha256 }) => !(isInText && before.pictures.has(sha256)));
    const stored: StoredFile[] = [];
    try {
      const mostFiles = Math.min(maxFiles, maxJobFiles - before.jobFiles);
      const refused = await storeFiles(files, sent, { stored, mostFiles, nowMs: now() });
      // The same for all copies of this email, however they were delivered, and not for another one with its Message-ID.
      const known = [mail.id, jobId, whole, ...mail.files.map(({ sha256 }) => sha256)];
      const id = hash('sha256', JSON.stringify(known));
      const body = {
        evJobId: jobId,
        jobUpdateUser: email,
        'evCommunication.content': text,
        'evCommunication.fromUserId': email,
        'evCommunication.fromUserType': profile.userType,
      };
      const send = checkedBody('updateJob', body, stored) as MessageSend;
      const repeat = repeatOf('updateJob');
      const at = nowSeconds(services);
      const { repeated } = await writeOnce(
        services,
        {
          uid: caller.uid,
          userType: profile.userType,
          // With a line break, which no key of a request has.
          key: `email\n${id}`,
          call: 'updateJob',
          fingerprint: id,
        },
        async (tx) => {
          await lockCaller(tx, caller);
          if (before.messages >= mostADay) throw new Unposted('too-many');
          if (refused.length > 0) {
            const to = { email, firstName: profile.firstName };
            await queueEmails(tx, [unpostedFilesEmail(to, refused, mail.messageId, open)], at);
          }
          return sendMessage(tx, caller, send, stored, at, null, null, whole === text ? null : whole);
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

  /** Queues an email to the sender of a reply, unless `account` was told the same today. */
  async function tell(email: Email, about: string, account: string): Promise<void> {
    const at = nowSeconds(services);
    const isQueued = await db.tx(async (tx) => {
      if (!(await claimTelling(tx, account, about, at))) return false;
      await queueEmails(tx, [email], at);
      return true;
    });
    if (isQueued) services.wakeUp.signal();
  }

  /**
   * Tells a sender why nothing was posted: a user with a valid token for each email, because a person waits for it; others once a day.
   *
   * @param account the user whose emails of today are counted: the sender, or whose token a stranger used
   */
  async function refuse(
    mail: ArrivedEmail,
    sender: string,
    reason: UnpostedReason,
    { account = sender, isOwner = false } = {},
  ): Promise<Taken> {
    if (isOwner || headerOf(mail, 'x-auto-response-suppress').length === 0) {
      const { profile } = await knownUser(db, sender);
      const to = { email: sender, firstName: profile?.firstName ?? '' };
      const email = unpostedEmail(to, reason, mail.messageId, open);
      await tell(email, isOwner ? `${reason} ${mail.id}` : reason, account);
    }
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
    if (!isOne || !isAddress(sender.address)) return { outcome: 'ignored', reason: 'broken' };
    const { address } = sender;
    const verdict = senderVerdict(headerOf(mail, 'authentication-results'), replies.authserv, address);
    const written = recipientFields.flatMap((name) => headerOf(mail, name).flatMap(addressesIn));
    const tokens = tokensOf([...recipients, ...written], replies.address);
    const owner = await replyTokenOf(db, { tokens, sender: address }, nowSeconds(services));
    const isOwner = owner?.email === address;
    if (!isOwner && (isOfServer(mail) || isPassedOn(mail))) {
      // A group may have put its own address in the place of the sender's: whose token it is hears of it, and never the group.
      return owner && !isOfServer(mail)
        ? refuse(mail, owner.email, 'wrong-sender')
        : { outcome: 'ignored', reason: 'automatic' };
    }
    if (verdict === 'fail') {
      // Only the user whose token it is hears of it: the address of anybody else is a forged one.
      return isOwner
        ? refuse(mail, address, 'unverified', { isOwner })
        : { outcome: 'ignored', reason: 'unverified' };
    }
    if (!owner) {
      const { profile } = await knownUser(db, address);
      // Without a token, strangers get no answer: spam would have us write to anyone.
      if (!profile || !isApproved(profile)) return { outcome: 'ignored', reason: 'no-token' };
      return refuse(mail, address, 'expired');
    }
    // Where nobody vouches for the sender, a token that leaked must not have us write to many forged addresses.
    if (!isOwner)
      return refuse(mail, address, 'wrong-sender', { account: verdict === 'pass' ? address : owner.email });
    if (unread) return refuse(mail, address, unread, { isOwner });
    try {
      const repeated = await post(mail, await callerOf(address), owner.jobId);
      return { outcome: repeated ? 'repeated' : 'posted' };
    } catch (error) {
      return refuse(mail, address, unpostedOf(error).reason, { isOwner });
    }
  }

  async function taken(raw: Buffer, provenance: Provenance): Promise<Taken> {
    const { isCut = false, contentType = '' } = provenance;
    const isTooLarge = isCut || (contentType === '' && raw.length > maxEmailBytes);
    const result = await read(isTooLarge ? raw.subarray(0, maxHeadLength) : raw, {
      contentType,
      ours: quotedAs,
    });
    if ('none' in result) return { outcome: 'ignored', reason: result.none };
    return judge(result.email, provenance, isTooLarge ? 'too-large' : result.unread);
  }

  return async (raw, provenance = {}) => {
    const outcome = await taken(raw, provenance);
    log.info({ ...outcome }, 'an email arrived');
    return outcome;
  };
}
