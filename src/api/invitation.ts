import { ownCalls } from '../contract/calls.ts';
import type { Invitation } from '../contract/user.ts';
import { ApiError } from './ApiError.ts';
import { checkAnswer, readAnswer } from './envelope.ts';
import { transmit, transmitUnsigned } from './transport.ts';

async function orNone(
  name: string,
  sent: Promise<Response>,
  signal?: AbortSignal,
): Promise<Invitation | null> {
  try {
    const response = await sent;
    const answer = await readAnswer(response, signal);
    return checkAnswer(ownCalls.invitation.answer, name, answer, response.status, true);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

/** The signed-in person's own invitation; null when nobody invited them, or the backend knows no invitations. */
export function ownInvitation(signal?: AbortSignal): Promise<Invitation | null> {
  return orNone('invitation', transmit({ ...ownCalls.invitation, signal }), signal);
}

/** The invitation of the letter that carried `token`; needs no sign-in. Null when there is none. */
export function invitationByToken(token: string, signal?: AbortSignal): Promise<Invitation | null> {
  const path = ownCalls.invitationByToken.path.replace('{token}', encodeURIComponent(token));
  return orNone('invitationByToken', transmitUnsigned(path, signal), signal);
}
