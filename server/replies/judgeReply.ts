import * as v from 'valibot';
import { email as emailField } from '../../src/contract/fields.ts';
import { isApproved } from '../../src/contract/users/user.ts';
import { replyTokenOf } from '../data/notify/replyTokens.ts';
import type { UnpostedReason } from '../data/notify/unpostedReports.ts';
import { knownUser } from '../data/users/callers.ts';
import { addressesIn, tokensOf } from '../mail/replyAddress.ts';
import type { ReplyConfig } from '../mail/replyConfig.ts';
import type { Services } from '../services/services.ts';
import { nowSeconds } from '../time/clock.ts';
import type { ArrivedEmail } from './emailReader.ts';
import { isAutomatic, isForwarded, isOfServer } from './isAutomatic.ts';
import { headerOf } from './readEmail.ts';
import type { IgnoredReason, Provenance } from './replies.ts';
import { senderVerdict } from './senderVerdict.ts';

/** Whom a reply is from and to which job it belongs, or why it is not posted. */
export type Judgement =
  | { is: 'post'; sender: string; jobId: string }
  | { is: 'ignore'; reason: IgnoredReason }
  | ({ is: 'refuse'; reason: UnpostedReason } & ReplySender);

/** Who is told that a reply was not posted. */
export type ReplySender = {
  sender: string;
  /** The user whose emails of today are counted: the sender, or whose token a stranger used. */
  account: string;
  /** Whether the sender has a valid token. */
  isOwner: boolean;
};

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

/** Returns the address that an email is from; null where it has no plain one. */
function senderOf(mail: ArrivedEmail): string | null {
  const [sender, ...others] = mail.from;
  const isOne = sender && others.length === 0 && hasPlainSender(mail);
  return isOne && isAddress(sender.address) ? sender.address : null;
}

/** Header fields in which mail servers note whom an email was delivered to, before those that its sender wrote. */
const recipientFields = ['delivered-to', 'x-original-to', 'envelope-to', 'x-forwarded-to', 'to', 'cc'];

const ignored = (reason: IgnoredReason): Judgement => ({ is: 'ignore', reason });

function refusedTo(sender: string, reason: UnpostedReason, told: Partial<ReplySender> = {}): Judgement {
  return { is: 'refuse', reason, sender, account: sender, isOwner: false, ...told };
}

/** Judges a reply by what mail servers say of its sender and by the token that it was sent to. */
export async function judgeReply(
  services: Services,
  { address, sender: ourSender, authserv }: ReplyConfig,
  mail: ArrivedEmail,
  { returnPath, recipients = [] }: Provenance,
): Promise<Judgement> {
  const { db } = services;
  const ours = [address, ourSender].map((one) => one.toLowerCase());
  if (isAutomatic(mail, returnPath, ours)) return ignored('automatic');
  const sender = senderOf(mail);
  if (sender === null) return ignored('broken');
  const verdict = senderVerdict(headerOf(mail, 'authentication-results'), authserv, sender);
  const written = recipientFields.flatMap((name) => headerOf(mail, name).flatMap(addressesIn));
  const tokens = tokensOf([...recipients, ...written], address);
  const owner = await replyTokenOf(db, { tokens, sender }, nowSeconds(services));
  const isOwner = owner?.email === sender;
  if (owner && verdict === 'unchecked') {
    const why = authserv === '' ? 'REPLY_AUTHSERV_ID is not set' : 'it has no results of REPLY_AUTHSERV_ID';
    services.log.warn({ why }, 'no one verified who sent an email');
  }
  if (!isOwner && (isOfServer(mail) || isForwarded(mail))) {
    // A group may have put its own address in the place of the sender's: whose token it is hears of it, and never the group.
    return owner && !isOfServer(mail) ? refusedTo(owner.email, 'wrong-sender') : ignored('automatic');
  }
  if (verdict === 'fail') {
    // Only the user whose token it is hears of it: the address of anybody else is a forged one.
    return isOwner ? refusedTo(sender, 'unverified', { isOwner }) : ignored('unverified');
  }
  if (!owner) {
    const { profile } = await knownUser(db, sender);
    // Without a token, strangers get no answer: spam would have us write to anyone.
    return profile && isApproved(profile) ? refusedTo(sender, 'expired') : ignored('no-token');
  }
  // Where nobody vouches for the sender, a token that leaked must not have us write to many forged addresses.
  if (!isOwner)
    return refusedTo(sender, 'wrong-sender', { account: verdict === 'pass' ? sender : owner.email });
  return { is: 'post', sender, jobId: owner.jobId };
}
