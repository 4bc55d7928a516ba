import { mayInvite } from '../access/access.ts';
import { addAuditEntry } from '../data/users/audit.ts';
import { closeInvitation, lockInvitation } from '../data/users/invitations.ts';
import { Refusal } from '../errors/errors.ts';
import type { Context } from '../http/callRow.ts';

const alreadyAccepted = 'This invitation was already accepted. An admin can revoke the user’s access.';

/** POST /users/invitations/withdraw: ends an invitation; a repeat changes nothing. */
export async function withdrawInvitation(context: Context<'withdrawInvitation'>): Promise<{ done: true }> {
  const { caller, body, db, requestId, now: created } = context;
  const { invitationId } = body;
  const invitation = await lockInvitation(db, invitationId);
  if (!invitation || !mayInvite(caller, invitation.userType)) throw new Refusal('not-found');
  const { email: subject, userType, accepted } = invitation;
  if (accepted) throw new Refusal('profile-exists', { message: alreadyAccepted });
  if (await closeInvitation(db, invitationId, created)) {
    const entry = { actor: caller.email, action: 'withdraw-invitation', subject } as const;
    await addAuditEntry(db, { ...entry, detail: { userType }, created, requestId });
  }
  return { done: true };
}
