import { addressLine } from '../../src/contract/address/addressText.ts';
import type { AuditedAction } from '../../src/contract/audit.ts';
import { requiredMessage } from '../../src/contract/fields.ts';
import type { ProfileChange } from '../../src/contract/users/registration.ts';
import type { Profile } from '../../src/contract/users/user.ts';
import { mayChangeUser, mayDecideOnUsers, maySeeProfile } from '../access/access.ts';
import { addEvent, addJobEvents } from '../data/events.ts';
import { reassignMessagesOf } from '../data/messages/reassignMessages.ts';
import { type EmailPayload, queueEmails } from '../data/notify/emailQueue.ts';
import { daySeconds } from '../data/retention.ts';
import { type AuditChange, addAuditEntry, editsSince } from '../data/users/audit.ts';
import { findProfileToChange, hasAdmin, saveProfile } from '../data/users/users.ts';
import { invalid, Refusal } from '../errors/errors.ts';
import type { Context } from '../http/callRow.ts';

/** Of one profile by one user. */
const mostEditsADay = 20;
const tooManyEdits = `A profile can be changed up to ${mostEditsADay} times a day. Try again tomorrow.`;

/** Returns the profile after a change. Approving a user also ends a refusal, refusing them the approval. */
function changed(before: Profile, change: ProfileChange, field: string): Profile {
  const userApproved = change.userApproved ?? (change.userRefused ? false : before.userApproved);
  const userRefused = change.userRefused ?? (change.userApproved ? false : before.userRefused);
  if (userApproved && userRefused) {
    throw invalid(`${field}.userRefused`, 'A user can’t be both approved and declined.');
  }
  const userType = change.userType ?? before.userType;
  if (userApproved && !before.userApproved && userType === 'UNSPECIFIED') {
    throw invalid(`${field}.userType`, requiredMessage);
  }
  return {
    ...before,
    firstName: change.firstName ?? before.firstName,
    lastName: change.lastName ?? before.lastName,
    company: change.company ?? before.company,
    phoneNumber: change.phoneNumber ?? before.phoneNumber,
    address: change.address ?? before.address,
    userType,
    userApproved,
    userRefused,
  };
}

/** Returns the changes that only an admin makes. */
function decisions(
  before: Profile,
  after: Profile,
): { action: AuditedAction; detail?: Record<string, string> }[] {
  const found: { action: AuditedAction; detail?: Record<string, string> }[] = [];
  if (before.userType !== after.userType) {
    found.push({ action: 'change-type', detail: { from: before.userType, to: after.userType } });
  }
  if (!before.userApproved && after.userApproved) found.push({ action: 'approve' });
  if (!before.userRefused && after.userRefused) found.push({ action: 'refuse' });
  else if (before.userApproved && !after.userApproved) found.push({ action: 'suspend' });
  else if (before.userRefused && !after.userRefused && !after.userApproved)
    found.push({ action: 'reconsider' });
  return found;
}

const data = ['firstName', 'lastName', 'company', 'phoneNumber', 'address'] as const;

function textOf(value: Profile[(typeof data)[number]]): string {
  return typeof value === 'string' ? value : addressLine(value);
}

/** Returns the changes of a user's data. */
function edits(before: Profile, after: Profile): AuditChange[] {
  return data
    .map((field) => ({ field, from: textOf(before[field]), to: textOf(after[field]) }))
    .filter(({ from, to }) => from !== to);
}

function decisionOf(made: ReturnType<typeof decisions>): 'approved' | 'refused' | 'changed' | '' {
  if (made.some(({ action }) => action === 'approve')) return 'approved';
  if (made.some(({ action }) => action === 'refuse')) return 'refused';
  return made.length > 0 ? 'changed' : '';
}

function emailsAfter(before: Profile, after: Profile): EmailPayload[] {
  if (!before.userApproved && after.userApproved) return [{ kind: 'approval' }];
  if (before.userRefused || !after.userRefused) return [];
  return [{ kind: before.userApproved ? 'revocation' : 'decline' }];
}

/**
 * POST /users/update/profiles: users change their own name, company, phone and address; an admin changes those of anyone, and their
 * type and approval. All profiles are changed, or none.
 */
export async function changeProfiles(context: Context<'updateProfiles'>): Promise<Profile[]> {
  const { caller, body, db, requestId, now: created } = context;
  const profiles: Profile[] = [];
  const emails: { to: string; payload: EmailPayload }[] = [];
  let decided = false;
  for (const [index, change] of body.profiles.entries()) {
    const { email } = change;
    const field = `profiles.${index}`;
    if (!maySeeProfile(caller, email)) throw new Refusal('not-found');
    if (!mayChangeUser(caller, email)) throw new Refusal('forbidden');
    if (profiles.some((done) => done.email === email)) {
      throw invalid(`${field}.email`, 'This person is in the list twice.');
    }
    const before = await findProfileToChange(db, email);
    if (!before) throw new Refusal('not-found');
    const after = changed(before, change, field);
    const made = decisions(before, after);
    if (made.length > 0 && !mayDecideOnUsers(caller)) throw new Refusal('forbidden');
    const changes = edits(before, after);
    // Checked before any write, because a rolled-back write also takes up disk space.
    if (
      changes.length > 0 &&
      (await editsSince(db, caller.email, email, created - daySeconds)) >= mostEditsADay
    ) {
      throw new Refusal('rate-limited', { message: tooManyEdits, retryAfter: 3600 });
    }
    if (changes.length + made.length === 0) {
      profiles.push(before);
      continue;
    }
    profiles.push(await saveProfile(db, after, created));
    for (const { action, detail } of made) {
      await addAuditEntry(db, {
        actor: caller.email,
        action,
        subject: email,
        ...(detail ? { detail } : {}),
        created,
        requestId,
      });
    }
    if (made.length > 0) await addJobEvents(db, await reassignMessagesOf(db, email), caller.email, created);
    if (changes.length > 0) {
      const done = { actor: caller.email, action: 'edit-profile', subject: email } as const;
      await addAuditEntry(db, { ...done, detail: { changes }, created, requestId });
    }
    await addEvent(db, {
      kind: 'profile',
      actor: caller.email,
      created,
      forUser: email,
      detail: { decision: decisionOf(made) },
    });
    emails.push(...emailsAfter(before, after).map((payload) => ({ to: email, payload })));
    decided ||= made.length > 0;
  }
  if (decided && !(await hasAdmin(db))) throw new Refusal('last-admin');
  await queueEmails(db, emails, created);
  return profiles;
}
