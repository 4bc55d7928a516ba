import { administrators, approved } from '../access/access.ts';
import { erasuresAsked } from '../data/users/erasures.ts';
import { read, write } from '../http/callCosts.ts';
import type { CallRows } from '../http/callRow.ts';
import { eraseByAdmin, ownErasure, requestErasure } from '../users/userErasure.ts';

/** The calls that delete users. */
export const erasureCalls = {
  eraseUser: {
    access: administrators,
    cost: { ...write, loopMs: 200, atOnce: 2 },
    changesUsers: true,
    tag: 'Users',
    summary: 'Delete a user',
    description:
      'For admins; not for their own account. A pseudonym replaces the email address everywhere and all other personal data is deleted. Jobs, messages and files stay. This can’t be undone.',
    errors: ['not-found', 'last-admin'],
    handler: eraseByAdmin,
  },
  ownErasure: {
    access: approved,
    cost: read,
    tag: 'Users',
    summary: 'Get the caller’s deletion request',
    description: 'Returns whether and when the caller requested account deletion.',
    handler: ({ db, caller }) => ownErasure(db, caller.email),
  },
  askErasure: {
    access: approved,
    cost: write,
    tag: 'Users',
    summary: 'Request or withdraw account deletion',
    description: 'An admin deletes the account. Until then the request can be withdrawn.',
    handler: requestErasure,
  },
  erasuresAsked: {
    access: administrators,
    cost: { ...read, responseBytes: 2_000_000 },
    tag: 'Users',
    summary: 'List deletion requests',
    description: 'For admins.',
    handler: ({ db }) => erasuresAsked(db),
  },
} satisfies Partial<CallRows>;
