import type { Invitation } from '../contract/users/user.ts';
import { call } from './client.ts';

/** Returns the signed-in user's invitation, or null. */
export function ownInvitation(signal?: AbortSignal): Promise<Invitation | null> {
  return call('invitation', { signal });
}

/** Returns the invitation whose email contained `token`, or null; needs no sign-in. */
export function invitationByToken(token: string, signal?: AbortSignal): Promise<Invitation | null> {
  return call('invitationByToken', { params: { token }, idToken: null, signal });
}
