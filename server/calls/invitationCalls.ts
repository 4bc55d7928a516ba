import { invitableBy, staff } from '../access/access.ts';
import { listInvitations } from '../data/users/invitationPage.ts';
import { findInvitation, openInvitationLink } from '../data/users/invitations.ts';
import { kilobyte, list, read, write } from '../http/callCosts.ts';
import type { CallRows } from '../http/callRow.ts';
import { invite } from '../users/invite.ts';
import { withdrawInvitation } from '../users/withdrawInvitation.ts';

/** The calls of invitations. */
export const invitationCalls = {
  inviteUsers: {
    access: staff,
    cost: {
      ...write,
      bodyBytes: 256 * kilobyte,
      values: 600,
      responseBytes: 512 * kilobyte,
      storedBytes: 1_000_000,
      loopMs: 200,
      atOnce: 10,
    },
    changesUsers: true,
    tag: 'Users',
    summary: 'Invite users',
    description:
      'For staff. Employees can only invite clients. Each row gets its own result; the emails are sent afterward. Inviting someone again renews the invitation for 30 days and invalidates the earlier link.',
    handler: invite,
  },
  invitation: {
    access: 'verified',
    cost: read,
    tag: 'Users',
    summary: 'Get the caller’s invitation',
    description: 'Works before the caller has a profile. Returns null if there is no invitation.',
    handler: async ({ db, caller, now }) => (await findInvitation(db, caller.email, now))?.invitation ?? null,
  },
  invitationByToken: {
    access: 'public',
    cost: read,
    tag: 'Users',
    summary: 'Get an invitation by its token',
    description:
      'No sign-in needed: the token from the email grants access. An invitation that has expired, was used or was withdrawn is returned as `ended` only. Returns null for an unknown token, and for that of an earlier email. Notes when the link is first opened.',
    handler: ({ db, params, now }) => openInvitationLink(db, params.token, now),
  },
  invitations: {
    access: staff,
    cost: { ...list, bodyBytes: kilobyte, responseBytes: 256 * kilobyte },
    tag: 'Users',
    summary: 'List invitations',
    description:
      'For staff. Newest first, 25 per page, with who sent them, when their link was first opened and when they expire. Employees get the invitations of clients, admins all.',
    errors: ['bad-cursor'],
    handler: ({ db, caller, body, now }) => listInvitations(db, invitableBy(caller), body, now),
  },
  withdrawInvitation: {
    access: staff,
    cost: write,
    changesUsers: true,
    tag: 'Users',
    summary: 'Withdraw an invitation',
    description:
      'For staff. The link can no longer be used, and an email that wasn’t sent yet isn’t. Employees can only withdraw invitations of clients. Jobs for the address stay. An accepted invitation can’t be withdrawn.',
    errors: ['not-found', 'profile-exists'],
    handler: withdrawInvitation,
  },
} satisfies Partial<CallRows>;
