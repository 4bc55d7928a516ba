import type { InvitationResult } from '../../src/contract/users/user.ts';
import type { Invitee } from '../../src/contract/users/userForms.ts';
import { isOfFirm, mayInvite } from '../access/access.ts';
import type { Queryable } from '../data/db/db.ts';
import { type EmailPayload, queueEmails } from '../data/notify/emailQueue.ts';
import { daySeconds } from '../data/retention.ts';
import { addAuditEntry } from '../data/users/audit.ts';
import { callerProfile } from '../data/users/callers.ts';
import { findInvitation, invitationsSince, saveInvitation } from '../data/users/invitations.ts';
import { isExpected, renameExpected } from '../data/users/users.ts';
import { Refusal } from '../errors/errors.ts';
import type { Context } from '../http/callRow.ts';

/** Limits emails to strangers, in case an account is taken over. */
const maxInvitationsPerDay = 500;
const tooManyInvitations = `You can invite up to ${maxInvitationsPerDay} people a day. Try again tomorrow.`;

type Inviter = Parameters<typeof mayInvite>[0];

/** Returns why a user cannot be invited, as a sentence, or null. */
async function whyNot(
  db: Queryable,
  inviter: Inviter,
  { email, userType }: Invitee,
  earlier: ReadonlySet<string>,
  now: number,
): Promise<string | undefined> {
  if (earlier.has(email)) return 'This email address is in the list twice.';
  if (!mayInvite(inviter, userType)) return 'Only admins can invite staff.';
  if (await callerProfile(db, email)) return 'This person already has an account.';
  if (isOfFirm({ userType }) && (await isExpected(db, email))) {
    return 'A job was entered for this person as a client. Invite them as a client.';
  }
  const open = await findInvitation(db, email, now);
  if (open && !mayInvite(inviter, open.invitation.userType)) {
    return 'An admin already invited this person as staff.';
  }
  return undefined;
}

/** Throws a `Refusal` unless the inviter may send so many more invitations today. */
export async function mustHaveInvitationsLeft(
  db: Queryable,
  inviter: string,
  count: number,
  now: number,
): Promise<void> {
  const sentToday = await invitationsSince(db, inviter, now - daySeconds);
  if (sentToday + count > maxInvitationsPerDay) {
    throw new Refusal('rate-limited', { message: tooManyInvitations, retryAfter: 3600 });
  }
}

type Sender = Pick<Context<'inviteUsers'>, 'db' | 'caller' | 'requestId'>;

/** Saves or renews an invitation and records it. @returns its email, which is to be queued */
export async function newInvitation(
  { db, caller, requestId }: Sender,
  invitee: Invitee,
  created: number,
): Promise<{ to: string; payload: EmailPayload }> {
  const { email, userType } = invitee;
  const invitationId = await saveInvitation(db, invitee, caller.email, created);
  await renameExpected(db, email, created);
  const entry = { actor: caller.email, action: 'invite', subject: email } as const;
  await addAuditEntry(db, { ...entry, detail: { userType }, created, requestId });
  return { to: email, payload: { kind: 'invitation', invitationId } };
}

/** POST /users/invite/v2: returns one outcome for each row, in their order; emails are queued in the same transaction. */
export async function invite(context: Context<'inviteUsers'>): Promise<InvitationResult[]> {
  const { caller, body, db, now: created } = context;
  await mustHaveInvitationsLeft(db, caller.email, body.inviteeList.length, created);

  const earlier = new Set<string>();
  const results: InvitationResult[] = [];
  const emails: { to: string; payload: EmailPayload }[] = [];
  for (const invitee of body.inviteeList) {
    const { email } = invitee;
    const errorMessage = await whyNot(db, caller, invitee, earlier, created);
    earlier.add(email);
    results.push({ email, outcome: errorMessage ? 'REFUSED' : 'INVITED', errorMessage: errorMessage ?? '' });
    if (!errorMessage) emails.push(await newInvitation(context, invitee, created));
  }
  await queueEmails(db, emails, created);
  return results;
}
