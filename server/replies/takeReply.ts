import { claimReplyNotice } from '../data/notify/replyTokens.ts';
import { queueReport, type UnpostedReason } from '../data/notify/unpostedReports.ts';
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

/** Reads an email in a process of its own. `unread`: why only its head could be read, or null. */
async function read(
  { address, sender, senderName, read: reader = readInProcess }: ReplyOptions,
  raw: Buffer,
  provenance: Provenance,
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
  });
  return 'none' in result || !isTooLarge ? result : { ...result, unread: 'too-large' as const };
}

async function take(
  services: Services,
  replies: ReplyOptions,
  raw: Buffer,
  provenance: Provenance,
): Promise<ReplyOutcome> {
  const result = await read(replies, raw, provenance).catch((error: unknown) => {
    // Nobody else says so: it is tried again, in silence.
    services.log.warn({ err: error }, 'an email could not be read');
    throw error;
  });
  if ('none' in result) return { outcome: 'ignored', reason: result.none };
  const { email: mail, unread } = result;
  const judged = await judgeReply(services, replies, mail, provenance);
  if (judged.is === 'ignore') return { outcome: 'ignored', reason: judged.reason };
  if (judged.is === 'refuse') return refuse(services, mail, judged.reason, judged);
  const { sender } = judged;
  const owner = { sender, account: sender, isOwner: true };
  if (unread) return refuse(services, mail, unread, owner);
  try {
    return { outcome: (await postReply(services, mail, judged)) ? 'repeated' : 'posted' };
  } catch (error) {
    return refuse(services, mail, unpostedOf(error).reason, owner);
  }
}

/** Returns the function that takes emails for this server. */
export function replyTaker(services: Services, replies: ReplyOptions): TakeReply {
  return async (raw, provenance = {}) => {
    const outcome = await take(services, replies, raw, provenance);
    services.log.info({ ...outcome }, 'an email arrived');
    return outcome;
  };
}
