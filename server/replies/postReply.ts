import { hash } from 'node:crypto';
import { maxFiles, maxJobFiles, maxTextLength } from '../../src/contract/limits.ts';
import type { MessageSend } from '../../src/contract/messages/messageForms.ts';
import { isApproved } from '../../src/contract/users/user.ts';
import { type ApprovedCaller, mustMayCall } from '../access/access.ts';
import { serverCalls } from '../calls/calls.ts';
import { logoHashes } from '../data/firm.ts';
import { sendMessage } from '../data/messages/sendMessage.ts';
import { sentBefore } from '../data/messages/sentBefore.ts';
import { claimReplyNotice } from '../data/notify/replyTokens.ts';
import { queueReport, type UnpostedReason } from '../data/notify/unpostedReports.ts';
import { daySeconds } from '../data/retention.ts';
import type { StoredFile } from '../data/storedFile.ts';
import { knownUser, lockCaller } from '../data/users/callers.ts';
import { Refusal, Unavailable } from '../errors/errors.ts';
import { discardFiles } from '../files/discardFiles.ts';
import { checkedBody } from '../http/requestBody.ts';
import type { Services } from '../services/services.ts';
import { nowSeconds } from '../time/clock.ts';
import { repeats } from '../writes/repeats.ts';
import { writeOnce } from '../writes/writeOnce.ts';
import type { ArrivedEmail, EmailPart } from './emailReader.ts';
import { givenName, isCard, sentFiles, storedHash, storeFiles } from './replyFiles.ts';

/** Why a reply that its sender may write cannot be posted. */
export class Unposted extends Error {
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

/** Refusals of what can be posted later. */
const laterCodes: readonly string[] = ['rate-limited', 'key-in-use', 'unavailable'];

/** Returns why a write was refused, as the sender is told; rethrows what has to be tried again. */
export function unpostedOf(error: unknown): Unposted {
  if (error instanceof Unposted) return error;
  if (!(error instanceof Refusal)) throw error;
  const { code, details } = error;
  if (code === 'not-found' || code === 'forbidden' || code === 'unauthorized')
    return new Unposted('no-access');
  if (laterCodes.includes(code)) throw error;
  // What cannot be posted now never can: tried again, it would come for ever.
  return new Unposted(code === 'invalid' && !details.issues ? 'too-many-files' : 'failed');
}

/** Returns the sender of a reply with their rights of now. */
async function callerOf(services: Services, email: string): Promise<ApprovedCaller> {
  const { uid, profile } = await knownUser(services.db, email);
  if (!profile || !isApproved(profile)) throw new Unposted('no-access');
  const at = nowSeconds(services);
  const caller = { uid, email, verified: true, signedIn: at, expires: at, profile };
  mustMayCall(serverCalls.updateJob.access, caller);
  return caller;
}

function mustBePostable({ text, whole, contentType }: ArrivedEmail): void {
  if (text === '') throw new Unposted(unreadableTypes.test(contentType) ? 'unreadable' : 'empty');
  if (text.startsWith('-----BEGIN PGP MESSAGE-----')) throw new Unposted('unreadable');
  if (text.length > maxTextLength || whole.length > maxWholeLength) throw new Unposted('too-long');
}

/**
 * Returns the key of a reply: the same for all copies of an email, however they were delivered, and not for another one with its
 * Message-ID.
 */
function keyOf({ id, whole, files }: ArrivedEmail, jobId: string): string {
  return hash('sha256', JSON.stringify([id, jobId, whole, ...files.map(({ sha256 }) => sha256)]));
}

function messageOf({ text }: ArrivedEmail, { email, profile }: ApprovedCaller, jobId: string): object {
  return {
    evJobId: jobId,
    jobUpdateUser: email,
    'evCommunication.content': text,
    'evCommunication.fromUserId': email,
    'evCommunication.fromUserType': profile.userType,
  };
}

/** Writes the message and, for files that were refused, the email about them, once. @returns whether that had been done before */
async function write(
  services: Services,
  mail: ArrivedEmail,
  {
    caller,
    jobId,
    stored,
    refused,
  }: { caller: ApprovedCaller; jobId: string; stored: StoredFile[]; refused: EmailPart[] },
  isOneOfTooMany: boolean,
): Promise<boolean> {
  const { text, whole } = mail;
  const send = checkedBody('updateJob', messageOf(mail, caller, jobId), stored) as MessageSend;
  const id = keyOf(mail, jobId);
  const at = nowSeconds(services);
  const { repeated } = await writeOnce(
    services,
    {
      uid: caller.uid,
      userType: caller.profile.userType,
      // With a line break, which no key of a request has.
      key: `email\n${id}`,
      call: 'updateJob',
      fingerprint: id,
    },
    async (tx) => {
      await lockCaller(tx, caller);
      if (isOneOfTooMany) throw new Unposted('too-many');
      const files: string[] = [];
      for (const part of refused) {
        // A picture of a signature comes with each email, as the card of its sender does.
        const isTold =
          (part.isInText || isCard(part)) && !(await claimReplyNotice(tx, caller.email, part.sha256, at));
        if (!isTold) files.push(givenName(part));
      }
      if (files.length > 0)
        await queueReport(tx, caller.email, { reason: 'files', files, answers: mail.messageId }, at);
      return sendMessage(tx, caller, send, stored, {
        now: at,
        written: null,
        choice: { device: '', number: 0, at },
        whole: whole === text ? null : whole,
      });
    },
    {
      stored: (answer) => repeats.updateJob.stored(answer as Parameters<typeof repeats.updateJob.stored>[0]),
      again: async () => null,
    },
  );
  return repeated;
}

/**
 * Posts an email as a message, once, and queues what its sender is told of its files.
 *
 * @param comesAgain whether it comes again where the machine has no room to read its photos; else they are named as files not accepted
 * @returns whether it had been posted before
 * @throws Unposted, or a Refusal of the write; see `unpostedOf`
 */
export async function postReply(
  services: Services,
  mail: ArrivedEmail,
  { sender, jobId, comesAgain }: { sender: string; jobId: string; comesAgain: boolean },
): Promise<boolean> {
  const { db, files, now, quota } = services;
  const caller = await callerOf(services, sender);
  mustBePostable(mail);
  quota?.spend(caller.uid, Buffer.byteLength(mail.text) + Buffer.byteLength(mail.whole));
  const parts = sentFiles(mail.files);
  const pictures = new Map<EmailPart, string>();
  for (const part of parts) if (part.isInText) pictures.set(part, await storedHash(part));
  const since = nowSeconds(services) - daySeconds;
  const before = await sentBefore(db, { jobId, email: sender, since, inText: [...pictures.values()] });
  // Not the logo of the email that is replied to, nor the pictures of a signature, which the job has since the first email.
  const logos = await logoHashes(db);
  const sent = parts.filter(
    (part) => !logos.has(part.sha256) && !before.pictures.has(pictures.get(part) ?? ''),
  );
  const stored: StoredFile[] = [];
  const discard = () => discardFiles(services, stored);
  try {
    const mostFiles = Math.min(maxFiles, maxJobFiles - before.jobFiles);
    const refused = await storeFiles(files, sent, {
      stored,
      mostFiles,
      nowMs: now(),
      comesAgain,
    });
    const made = { caller, jobId, stored, refused };
    const repeated = await write(services, mail, made, before.messages >= mostADay);
    if (repeated) await discard();
    else services.wakeUp.signal();
    return repeated;
  } catch (error) {
    // The rows that name these files may have been committed.
    if (!(error instanceof Unavailable && error.maybeCommitted)) await discard();
    throw error;
  }
}
