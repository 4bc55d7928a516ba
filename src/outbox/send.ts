import { ApiError, call } from '../api/client.ts';
import { apply } from '../cache/apply.ts';
import type { RequestOf, ResponseOf } from '../contract/calls.ts';
import { underOneIntent } from './intents.ts';

/**
 * The door for what is sent while the person looks on. Each write gets its idempotency key here, before anything travels, and
 * keeps it over every retry of the same intent; what the app shows is brought up to date here as well.
 */

/** Whether the server has spoken its last word on a request. */
function isSettled(error: unknown): boolean {
  return error instanceof ApiError && error.definite;
}

/**
 * Changes a profile (§7, POST /users/update/profiles): what is left out stays as it is.
 *
 * @throws ApiError; its issues name the fields of the change; `last-admin` when nobody would be left to administrate
 */
export async function updateProfile(
  change: RequestOf<'updateProfiles'>['profiles'][number],
): Promise<ResponseOf<'updateProfiles'>[number]> {
  const [profile] = await underOneIntent({ profile: change }, [], isSettled, ({ key }) =>
    call('updateProfiles', { body: { profiles: [change] }, idempotencyKey: key }),
  ).catch((error: unknown) => {
    throw error instanceof ApiError ? ofListItem(error, 'profiles.0.') : error;
  });
  if (!profile) throw new ApiError('internal');
  apply({ kind: 'profile-changed', profile });
  return profile;
}

/** An error about a list's one entry, as an error about that entry. */
function ofListItem(error: ApiError, prefix: string): ApiError {
  const issues = error.issues.map(({ field, message }) => ({
    field: field.startsWith(prefix) ? field.slice(prefix.length) : field,
    message,
  }));
  return new ApiError(error.code, error.message, { status: error.status, issues, definite: error.definite });
}

/**
 * Signs a person out everywhere: oneself, or for an administrator anybody.
 *
 * @throws ApiError
 */
export async function endSessions(email: string): Promise<void> {
  await underOneIntent({ endSessions: email }, [], isSettled, ({ key }) =>
    call('endSessions', { body: { email }, idempotencyKey: key }),
  );
}

/**
 * Invites people (§7, POST /users/invite/v2).
 *
 * @returns what became of each invitation, in the order of the list
 * @throws ApiError when the whole list was refused
 */
export async function inviteUsers(
  inviteeList: RequestOf<'inviteUsers'>['inviteeList'],
): Promise<ResponseOf<'inviteUsers'>> {
  const answer = await underOneIntent({ inviteeList }, [], isSettled, ({ key }) =>
    call('inviteUsers', { body: { inviteeList }, idempotencyKey: key }),
  );
  apply({ kind: 'people-outdated' });
  return answer;
}
