import { isApproved } from '../../src/contract/users/user.ts';
import { mayInvite } from '../access/access.ts';
import type { Queryable } from '../data/db/db.ts';
import { callerProfile } from '../data/users/callers.ts';
import { findInvitation, type OpenInvitation } from '../data/users/invitations.ts';

/**
 * Returns the open invitation of an address if its sender may still invite: it then counts as approval. Otherwise it only filled in the
 * form.
 *
 * @param now epoch seconds
 * @param token of its link, where that is what counts
 */
export async function approvingInvitation(
  db: Queryable,
  email: string,
  now: number,
  token?: string,
): Promise<OpenInvitation | null> {
  const open = await findInvitation(db, email, now, token);
  const inviter = open && (await callerProfile(db, open.invitedBy));
  if (!inviter || !isApproved(inviter)) return null;
  return mayInvite({ profile: inviter }, open.invitation.userType) ? open : null;
}
