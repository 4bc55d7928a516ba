import * as v from 'valibot';
import { valuesOf } from './enums.ts';
import { email, form } from './fields.ts';

/** Ours: what administrators do about people, how it is written down, and how a person is erased. */

/** What the audit trail tells of, in the words of its filter. */
export const auditedActions = {
  register: 'Registration',
  invite: 'Invitation',
  approve: 'Approval',
  refuse: 'Refusal',
  suspend: 'Approval withdrawn',
  reconsider: 'Put back to pending',
  'change-type': 'User type',
  'edit-profile': 'Profile edited',
  'end-sessions': 'Sessions ended',
  'ask-erasure': 'Erasure asked for',
  'keep-after-all': 'Erasure called off',
  erase: 'Erasure',
  'delete-account': 'Sign-in account deleted',
  retention: 'End of retention',
  backup: 'Backup',
  restore: 'Restore',
} as const;
export type AuditedAction = keyof typeof auditedActions;

/** Who did it, where nobody signed in did: whoever has the server's command line, or the server by itself. */
export const commandLine = '';
export const theServer = 'server';

/** One thing that was done. */
export const AuditEntry = v.object({
  /** Grows with every entry. */
  entry: v.number(),
  /** Seconds. */
  timestamp: v.number(),
  /** One of `auditedActions`; a newer server may know more. */
  action: v.string(),
  /** E-mail; `''` for the command line, `server` for the server by itself. */
  actor: v.string(),
  /** Their name where they have a profile. */
  actorName: v.string(),
  /** E-mail of whom it was done to; what it was done to, where that is nobody. */
  subject: v.string(),
  subjectName: v.string(),
  changes: v.array(v.object({ field: v.string(), from: v.string(), to: v.string() })),
  /** What else is to be known, by name. */
  facts: v.record(v.string(), v.string()),
  /** Of the request that did it, as the log has it; empty where there was none. */
  requestId: v.string(),
});
export type AuditEntry = v.InferOutput<typeof AuditEntry>;

const seconds = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** POST /audit: newest first. */
export const AuditRequest = v.object({
  action: v.exactOptional(v.picklist(valuesOf(auditedActions))),
  /** Who did it, or had it done to them. */
  person: v.exactOptional(email),
  /** Seconds; the first that counts, and the first that counts no more. */
  from: v.exactOptional(seconds),
  until: v.exactOptional(seconds),
  startAfter: v.exactOptional(v.string()),
});

/** POST /users/erase: takes a person out of everything but the jobs, which stay without their name. */
export const ErasureOrder = form({
  email,
  /** Whether the name of their company stays on their jobs. */
  keepCompany: v.boolean('must be true or false'),
});

export const Erased = v.object({
  /** Stands in the place of their e-mail from now on. */
  pseudonym: v.string(),
  /** Whether somebody has to delete the sign-in account in the Firebase console, because the server cannot have it done. */
  byHand: v.boolean(),
});
export type Erased = v.InferOutput<typeof Erased>;

/** Whether the caller asks to be erased; seconds since when, or null. */
export const OwnErasure = v.object({ asked: v.nullable(v.number()) });
export const ErasureWish = form({ wanted: v.boolean('must be true or false') });

/** People who ask to be erased. */
export const ErasureAsked = v.object({
  email: v.string(),
  firstName: v.string(),
  lastName: v.string(),
  /** Seconds. */
  asked: v.number(),
});
export type ErasureAsked = v.InferOutput<typeof ErasureAsked>;

const nobodysDomain = 'erased.invalid';

/** An address that cannot exist (RFC 2606), in the place of an erased person's. @param random lower-case letters and digits */
export function pseudonymOf(random: string): string {
  return `former-${random}@${nobodysDomain}`;
}

export function isPseudonym(address: string): boolean {
  return address.endsWith(`@${nobodysDomain}`);
}
