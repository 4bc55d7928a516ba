import * as v from 'valibot';
import { Invitation } from './user.ts';

// Apart from `user.ts`, because the first list loads the responses of all calls.

/** Ours: what became of an invitation, with labels. */
export const invitationStates = {
  OPEN: 'Not accepted yet',
  ACCEPTED: 'Accepted',
  EXPIRED: 'Expired',
  WITHDRAWN: 'Withdrawn',
} as const;
export type InvitationState = keyof typeof invitationStates;

const seconds = v.nullable(v.number());

/** Ours: an invitation as staff see it. Times in seconds. */
export const SentInvitation = v.object({
  ...Invitation.entries,
  /** Of this invitation and not of one that renewed it. */
  invitationId: v.string(),
  state: v.picklist(['OPEN', 'ACCEPTED', 'EXPIRED', 'WITHDRAWN'] satisfies InvitationState[]),
  /** Email and name of the user who sent it last. */
  invitedBy: v.string(),
  invitedByName: v.string(),
  createdTimestamp: v.number(),
  expiresTimestamp: v.number(),
  /** When its link was first opened, or null. */
  openedTimestamp: seconds,
  /** When it was accepted or withdrawn, or null. */
  endedTimestamp: seconds,
  /** The number of jobs that staff entered for this address, while it is not accepted. */
  jobs: v.number(),
});
export type SentInvitation = v.InferOutput<typeof SentInvitation>;
