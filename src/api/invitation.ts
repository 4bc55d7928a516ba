import type { Invitation } from '../contract/user.ts';
import { ApiError } from './ApiError.ts';
import { call } from './client.ts';

async function orNone(asked: Promise<Invitation>): Promise<Invitation | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

/** The signed-in person's own invitation; null when nobody invited them, or the backend knows no invitations. */
export function ownInvitation(signal?: AbortSignal): Promise<Invitation | null> {
  return orNone(call('invitation', { signal }));
}

/** The invitation of the letter that carried `token`; needs no sign-in. Null when there is none. */
export function invitationByToken(token: string, signal?: AbortSignal): Promise<Invitation | null> {
  return orNone(call('invitationByToken', { params: { token }, idToken: null, signal }));
}
