import type { InvitationState } from '../../../src/contract/users/invitation.ts';

/** How long an invitation can be accepted; renewing it starts the time anew. */
export const validSeconds = 30 * 24 * 3600;

export type Times = Record<'accepted' | 'withdrawn', number | null> & { created: number };

/** Returns the state of an invitation. @param now epoch seconds */
export function invitationState({ accepted, withdrawn, created }: Times, now: number): InvitationState {
  if (accepted !== null) return 'ACCEPTED';
  if (withdrawn !== null) return 'WITHDRAWN';
  return created > now - validSeconds ? 'OPEN' : 'EXPIRED';
}

/** Returns the SQL condition for invitations that can be accepted. @param since the oldest time of sending that still counts */
export function isOpen(since: string, table = 'invitations'): string {
  return `${table}.accepted is null and ${table}.withdrawn is null and ${table}.created > ${since}`;
}
