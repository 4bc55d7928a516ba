import { queryOptions } from '@tanstack/react-query';
import type { ResponseOf } from '../contract/calls.ts';
import type { Invitation } from '../contract/users/user.ts';
import { call } from './client.ts';

/** Returns the signed-in user's invitation, or null. */
export function ownInvitation(signal?: AbortSignal): Promise<Invitation | null> {
  return call('invitation', { signal });
}

/** Returns the invitation whose email contained `token`, or why it has ended; null for an unknown one. Needs no sign-in. */
export function invitationByToken(
  token: string,
  signal?: AbortSignal,
): Promise<ResponseOf<'invitationByToken'>> {
  return call('invitationByToken', { params: { token }, idToken: null, signal });
}

/** The invitation of a link, which is read once. */
export function invitationQuery(token: string) {
  return queryOptions({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => invitationByToken(token, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
