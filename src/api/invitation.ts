import type { Invitation } from '../contract/user.ts';
import { ApiError } from './ApiError.ts';
import { call } from './client.ts';

async function nullIfNotFound(invitation: Promise<Invitation>): Promise<Invitation | null> {
  try {
    return await invitation;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

/** Returns the signed-in user's invitation; null without one, and from a backend without invitations. */
export function ownInvitation(signal?: AbortSignal): Promise<Invitation | null> {
  return nullIfNotFound(call('invitation', { signal }));
}

/** Returns the invitation whose email contained `token`, or null; needs no sign-in. */
export function invitationByToken(token: string, signal?: AbortSignal): Promise<Invitation | null> {
  return nullIfNotFound(call('invitationByToken', { params: { token }, idToken: null, signal }));
}
