import { ApiError, call } from '../../api/client.ts';
import { apply } from '../../cache/apply.ts';
import type { RequestOf, ResponseOf } from '../../contract/calls.ts';
import { withIntent } from './intents.ts';

/**
 * Sends writes that a user waits for; their responses are applied to the cached lists. What would be done twice by a repeat has an
 * idempotency key over every retry of the same intent. What sets a state has none: made again after others, a choice counts again, though
 * the response to its first try was lost.
 */

/**
 * Changes a profile (§7, POST /users/update/profiles): what is left out stays as it is.
 *
 * @throws ApiError; its issues name the fields of the change; `last-admin` when no admin would be left
 */
export async function updateProfile(
  change: RequestOf<'updateProfiles'>['profiles'][number],
): Promise<ResponseOf<'updateProfiles'>[number]> {
  const [profile] = await call('updateProfiles', { body: { profiles: [change] } }).catch((error: unknown) => {
    throw error instanceof ApiError ? ofListItem(error, 'profiles.0.') : error;
  });
  if (!profile) throw new ApiError('internal');
  apply({ kind: 'profile-changed', profile });
  return profile;
}

/** Turns an error about a list's one entry into one about that entry. */
function ofListItem(error: ApiError, prefix: string): ApiError {
  const issues = error.issues.map(({ field, message }) => ({
    field: field.startsWith(prefix) ? field.slice(prefix.length) : field,
    message,
  }));
  return new ApiError(error.code, error.message, { status: error.status, issues, definite: error.definite });
}

/**
 * Ends all sessions of a user: their own, or as an admin anyone's.
 *
 * @throws ApiError
 */
export async function endSessions(email: string): Promise<void> {
  await call('endSessions', { body: { email } });
}

/**
 * Invites users (§7, POST /users/invite/v2).
 *
 * @param renewed the id of the invitation that is sent again
 * @returns the outcome of each invitation, in the order of the list
 * @throws ApiError when the whole list was refused
 */
export async function inviteUsers(
  inviteeList: RequestOf<'inviteUsers'>['inviteeList'],
  renewed = '',
): Promise<ResponseOf<'inviteUsers'>> {
  const answer = await withIntent({ inviteeList, renewed }, [], ({ key }) =>
    call('inviteUsers', { body: { inviteeList }, idempotencyKey: key }),
  );
  apply({ kind: 'people-outdated' });
  return answer;
}

/**
 * Withdraws an invitation (POST /users/invitations/withdraw).
 *
 * @throws ApiError
 */
export async function withdrawInvitation(invitationId: string): Promise<void> {
  await call('withdrawInvitation', { body: { invitationId } });
  apply({ kind: 'people-outdated' });
}

/**
 * Adds, changes or removes a license (POST /licenses/save).
 *
 * @throws ApiError
 */
export async function saveLicense(body: RequestOf<'saveLicense'>): Promise<void> {
  await call('saveLicense', { body });
}

/**
 * Has the signature report of a delivery made (POST /signature-report).
 *
 * @throws ApiError
 */
export async function makeReport(body: RequestOf<'makeReport'>): Promise<void> {
  const job = await withIntent({ makeReport: body }, [], ({ key }) =>
    call('makeReport', { body, idempotencyKey: key }),
  );
  apply({ kind: 'job-changed', job });
}
