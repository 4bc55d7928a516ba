import { readStoredJson, writeStored } from '../../storage.ts';
import type { ProfileValues } from '../../ui/form/ProfileFields.tsx';

/** The name of the saved draft of a registration. */
export const registrationForm = 'registration';

/** Names it in the session storage, with the owner, whose sign-out purges it (`session/purge.ts`). */
export function unsavedKey(email: string): string {
  return `${registrationForm}:${email}`;
}

/** Stores a profile for this tab where the database of drafts is denied or does not answer in time. */
export function storeUnsavedProfile(email: string, values: ProfileValues): void {
  writeStored(unsavedKey(email), JSON.stringify(values), 'sessionStorage');
}

/** Returns what was stored so; null without any. */
export function unsavedProfile(email: string): unknown {
  return readStoredJson(unsavedKey(email), 'sessionStorage');
}
