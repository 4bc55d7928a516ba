import * as v from 'valibot';
import { wireValues } from './enums.ts';
import { email, form } from './fields.ts';

/** Ours: the audit trail, and the erasure of users. */

/** The actions in the audit trail, with labels. */
export const auditedActions = {
  register: 'Signed up',
  invite: 'Invited',
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
  retention: 'Old records deleted',
  backup: 'Backup created',
  restore: 'Backup restored',
} as const;
export type AuditedAction = keyof typeof auditedActions;

/** Actors of the audit trail without a profile: the operator at the command line, and the server itself. */
export const operatorActor = '';
export const serverActor = 'server';

/** An entry of the audit trail. */
export const AuditEntry = v.object({
  /** Number of the entry; increases. */
  entry: v.number(),
  /** Seconds. */
  timestamp: v.number(),
  /** One of `auditedActions`; a newer server may know more. */
  action: v.string(),
  /** Email, or `operatorActor`, or `serverActor`. */
  actor: v.string(),
  /** User name, where there is a profile. */
  actorName: v.string(),
  /** Email of the user concerned; else the thing concerned. */
  subject: v.string(),
  subjectName: v.string(),
  changes: v.array(v.object({ field: v.string(), from: v.string(), to: v.string() })),
  /** Further details by name. */
  facts: v.record(v.string(), v.string()),
  /** Id of the request in the log; empty where there was none. */
  requestId: v.string(),
});
export type AuditEntry = v.InferOutput<typeof AuditEntry>;

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

export const Erased = v.object({
  /** Replaces their email from now on. */
  pseudonym: v.string(),
  /** Whether an operator has to delete the account in the Firebase console, because the server cannot. */
  byHand: v.boolean(),
});
export type Erased = v.InferOutput<typeof Erased>;

/** Whether the caller has requested their erasure: when, in seconds, or null. */
export const OwnErasure = v.object({ asked: v.nullable(v.number()) });
export const ErasureChoice = form({ wanted: v.boolean('must be true or false') });

/** A user who has requested their erasure. */
export const ErasureRequest = v.object({
  email: v.string(),
  firstName: v.string(),
  lastName: v.string(),
  /** Seconds. */
  asked: v.number(),
});
export type ErasureRequest = v.InferOutput<typeof ErasureRequest>;

const erasedDomain = 'erased.invalid';

/** Returns an email address that cannot exist (RFC 2606), for an erased user. @param random lower-case letters and digits */
export function pseudonymOf(random: string): string {
  return `former-${random}@${erasedDomain}`;
}

/** Whether an email address is that of an erased user. */
export function isPseudonym(address: string): boolean {
  return address.endsWith(`@${erasedDomain}`);
}
