import { isOfFirm, mayInvite } from '../access/access.ts';
import { queueEmails } from '../data/notify/emailQueue.ts';
import { callerProfile } from '../data/users/callers.ts';
import { findInvitation } from '../data/users/invitations.ts';
import { expectInvited } from '../data/users/users.ts';
import { invalid, Refusal } from '../errors/errors.ts';
import type { Context } from '../http/callRow.ts';
import { mustHaveInvitationsLeft, newInvitation } from './invite.ts';

/** Whether a new job, as it was sent, may invite its client. */
export function invitesClient(sent: unknown): boolean {
  return typeof sent === 'object' && sent !== null && 'invitesClient' in sent && sent.invitesClient === true;
}

/**
 * Invites the client of a new job in the transaction of the job, unless they have an account or an open invitation, and makes sure that
 * the job can refer to them. The job is refused for who has an account and is no approved client.
 *
 * @throws Refusal `forbidden` for clients; `invalid` for an address that an admin has invited as staff; `rate-limited`
 */
export async function inviteClient(context: Context<'reportJob'>): Promise<void> {
  const { caller, body, db, now: created } = context;
  const { jobReporter: email } = body;
  if (!mayInvite(caller, 'CLIENT')) throw new Refusal('forbidden');
  if (await callerProfile(db, email)) return;
  const open = await findInvitation(db, email, created);
  if (open && isOfFirm(open.invitation)) throw invalid('jobReporter', 'is invited as staff');
  if (!open) {
    await mustHaveInvitationsLeft(db, caller.email, 1, created);
    const invitee = { email, firstName: '', lastName: '', userType: 'CLIENT' as const };
    await queueEmails(db, [await newInvitation(context, invitee, created)], created);
  }
  await expectInvited(db, email, created);
}
