import { hash } from 'node:crypto';
import { claimReplyNotice } from '../data/notify/replyTokens.ts';
import { queueReport, type UnpostedReason } from '../data/notify/unpostedReports.ts';
import { Refusal } from '../errors/errors.ts';
import type { Services } from '../services/services.ts';
import { nowSeconds } from '../time/clock.ts';
import { type ArrivedEmail, readInProcess } from './emailReader.ts';
import { judgeReply, type ReplySender } from './judgeReply.ts';
import { postReply, unpostedOf } from './postReply.ts';
import { headerOf, maxEmailBytes, maxHeadLength } from './readEmail.ts';
import type { Provenance, ReplyOptions, ReplyOutcome, TakeReply } from './replies.ts';

/** Tells a sender why nothing was posted: a user with a valid token for each email, because a person waits for it; others once a day. */
async function refuse(
  services: Services,
  mail: ArrivedEmail,
  reason: UnpostedReason,
  { sender, account, isOwner }: ReplySender,
): Promise<ReplyOutcome> {
  const refused = { outcome: 'refused', reason } as const;
  if (!isOwner && headerOf(mail, 'x-auto-response-suppress').length > 0) return refused;
  const at = nowSeconds(services);
  const isQueued = await services.db.tx(async (tx) => {
    const about = isOwner ? `${reason} ${mail.id}` : reason;
    if (!(await claimReplyNotice(tx, account, about, at))) return false;
    await queueReport(tx, sender, { reason, files: [], answers: mail.messageId }, at);
    return true;
  });
  if (isQueued) services.wakeUp.signal();
  return refused;
}

/** How an email is taken: whether it comes again where the machine has no room for it. */
type Patience = { comesAgain: boolean };

/** Reads an email in a process of its own. `unread`: why only its head could be read, or null. */
async function read(
  { address, sender, senderName, read: reader = readInProcess }: ReplyOptions,
  raw: Buffer,
  provenance: Provenance & Patience,
) {
  const { isCut = false, contentType = '' } = provenance;
  const isTooLarge = isCut || (contentType === '' && raw.length > maxEmailBytes);
  const [ours, theirs] = [address.toLowerCase(), sender.toLowerCase()];
  // As a quote names us: with any token, or without an address.
  const name = senderName === '' ? [] : [`=${senderName.toLowerCase()}`];
  const quotedAs = [`${ours.slice(0, ours.lastIndexOf('@'))}+`, ours, theirs, ...name];
  const result = await reader(isTooLarge ? raw.subarray(0, maxHeadLength) : raw, {
    contentType,
    ours: quotedAs,
    comesAgain: provenance.comesAgain,
  });
  return 'none' in result || !isTooLarge ? result : { ...result, unread: 'too-large' as const };
}

async function take(
  services: Services,
  replies: ReplyOptions,
  raw: Buffer,
  provenance: Provenance & Patience,
): Promise<ReplyOutcome> {
  const result = await read(replies, raw, provenance);
  if ('none' in result) return { outcome: 'ignored', reason: result.none };
  const { email: mail, unread } = result;
  const judged = await judgeReply(services, replies, mail, provenance);
  if (judged.is === 'ignore') return { outcome: 'ignored', reason: judged.reason };
  if (judged.is === 'refuse') return refuse(services, mail, judged.reason, judged);
  const { sender, jobId } = judged;
  const { comesAgain } = provenance;
  const owner = { sender, account: sender, isOwner: true };
  if (unread) return refuse(services, mail, unread, owner);
  try {
    return {
      outcome: (await postReply(services, mail, { sender, jobId, comesAgain })) ? 'repeated' : 'posted',
    };
  } catch (error) {
    return refuse(services, mail, unpostedOf(error).reason, owner);
  }
}

/**
 * How long an email comes again for which the machine has no room. Then it is taken as far as it can be: on a machine that is too small
 * for it, it would come for ever, and its sender hear nothing.
 */
const patienceMs = 3_600_000;
/** When it was that an email came for which there was no room is forgotten after so long. */
const forgottenMs = 24 * 3_600_000;

/** Returns the function that takes emails for this server. */
export function replyTaker(services: Services, replies: ReplyOptions): TakeReply {
  /** When there was first no room for an email, by the hash of its bytes. */
  const noRoom = new Map<string, number>();
  return async (raw, provenance = {}) => {
    const nowMs = services.now();
    const id = hash('sha256', raw);
    const comesAgain = nowMs - (noRoom.get(id) ?? nowMs) < patienceMs;
    const outcome = await take(services, replies, raw, { ...provenance, comesAgain }).catch(
      (error: unknown) => {
        if (!(error instanceof Refusal) || error.code !== 'unavailable') throw error;
        // Nobody else says so: it is tried again, in silence.
        services.log.warn({ err: error }, 'an email could not be read');
        for (const [one, since] of noRoom) if (nowMs - since > forgottenMs) noRoom.delete(one);
        if (!noRoom.has(id)) noRoom.set(id, nowMs);
        throw error;
      },
    );
    noRoom.delete(id);
    services.log.info({ ...outcome }, 'an email arrived');
    return outcome;
  };
}
