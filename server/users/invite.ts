import type { InvitationResult } from '../../src/contract/users/user.ts';
import type { Invitee } from '../../src/contract/users/userForms.ts';
import { mayInvite } from '../access.ts';
import { nowSeconds } from '../clock.ts';
import type { Queryable } from '../data/db/db.ts';
import { type EmailPayload, queueEmails } from '../data/notify/emailQueue.ts';
import { record } from '../data/users/audit.ts';
import { callerProfile } from '../data/users/callers.ts';
import { findInvitation, invitationsSince, saveInvitation } from '../data/users/invitations.ts';
import { Refusal } from '../errors.ts';
import type { Context } from '../http/callRow.ts';

const daySeconds = 86_400;
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
  const open = await findInvitation(db, email, now);
  if (open && !mayInvite(inviter, open.invitation.userType)) {
    return 'An admin already invited this person as staff.';
  }
  return undefined;
}

/** POST /users/invite/v2: returns one outcome for each row, in their order; emails are queued in the same transaction. */
export async function invite(context: Context<'inviteUsers'>): Promise<InvitationResult[]> {
  const { caller, body, db, services, requestId } = context;
  const created = nowSeconds(services);
  const sentToday = await invitationsSince(db, caller.email, created - daySeconds);
  if (sentToday + body.inviteeList.length > maxInvitationsPerDay) {
    throw new Refusal('rate-limited', { message: tooManyInvitations, retryAfter: 3600 });
  }

  const earlier = new Set<string>();
  const results: InvitationResult[] = [];
  const emails: { to: string; payload: EmailPayload }[] = [];
  for (const invitee of body.inviteeList) {
    const { email, userType } = invitee;
    const errorMessage = await whyNot(db, caller, invitee, earlier, created);
    earlier.add(email);
    results.push({ email, outcome: errorMessage ? 'REFUSED' : 'INVITED', errorMessage: errorMessage ?? '' });
    if (errorMessage) continue;
    const invitationId = await saveInvitation(db, invitee, caller.email, created);
    await record(db, {
      actor: caller.email,
      action: 'invite',
      subject: email,
      detail: { userType },
      created,
      requestId,
    });
    emails.push({ to: email, payload: { kind: 'invitation', invitationId } });
  }
  await queueEmails(db, emails, created);
  return results;
}
