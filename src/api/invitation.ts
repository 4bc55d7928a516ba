import type { Invitation } from '../contract/user.ts';
import { call } from './client.ts';
import { nullIfMissing } from './nullIfMissing.ts';

/** Returns the signed-in user's invitation; null without one, and from a backend without invitations. */
export function ownInvitation(signal?: AbortSignal): Promise<Invitation | null> {
  return nullIfMissing(call('invitation', { signal }));
}

/** Returns the invitation whose email contained `token`, or null; needs no sign-in. */
export function invitationByToken(token: string, signal?: AbortSignal): Promise<Invitation | null> {
  return nullIfMissing(call('invitationByToken', { params: { token }, idToken: null, signal }));
}
