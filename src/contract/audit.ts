import * as v from 'valibot';
import { wireValues } from './enums.ts';
import { email, form } from './fields.ts';

// Apart from `people.ts`, because the first list loads the responses of all calls.

/** The actions in the audit trail, with labels. */
export const auditedActions = {
  register: 'Signed up',
  invite: 'Invited',
  'withdraw-invitation': 'Invitation withdrawn',
  approve: 'Approved',
  refuse: 'Declined',
  suspend: 'Access revoked',
  reconsider: 'Moved back to pending',
  'change-type': 'Role changed',
  'edit-profile': 'Profile updated',
  'end-sessions': 'Signed out of all devices',
  'ask-erasure': 'Account deletion requested',
  'keep-after-all': 'Deletion request withdrawn',
  erase: 'User deleted',
  'delete-account': 'Sign-in account deleted',
  'change-checklist': 'Photo checklist changed',
  'change-saved-reply': 'Saved reply changed',
  'change-due-rules': 'Due date rules changed',
  'change-issuers': 'Trusted issuers changed',
  'change-firm': 'Firm’s details changed',
  retention: 'Old records deleted',
  backup: 'Backup created',
  restore: 'Backup restored',
} as const;
export type AuditedAction = keyof typeof auditedActions;

/** Actors of the audit trail without a profile: the operator at the command line, and the server itself. */
export const operatorActor = '';
export const serverActor = 'server';

const seconds = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** POST /audit: filters the audit trail, newest first. */
export const AuditRequest = v.object({
  action: v.exactOptional(v.picklist(wireValues(auditedActions))),
  /** Email of the actor or of the user concerned. */
  person: v.exactOptional(email),
  /** Seconds; `from` is inclusive, `until` exclusive. */
  from: v.exactOptional(seconds),
  until: v.exactOptional(seconds),
  startAfter: v.exactOptional(v.string()),
});

/** POST /users/erase: erases a user; their jobs stay, without their name. */
export const ErasureOrder = form({
  email,
  /** Whether the company's name stays on their jobs. */
  keepCompany: v.boolean('must be true or false'),
});

export const ErasureChoice = form({ wanted: v.boolean('must be true or false') });
