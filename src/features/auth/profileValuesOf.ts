import * as v from 'valibot';
import type { RequestOf } from '../../contract/calls.ts';
import type { ProfileForm } from '../../contract/users/registration.ts';
import { userNameOf } from '../../contract/users/user.ts';
import { dropDraft } from '../../outbox/drafts/drafts.ts';
import { readStoredJson, writeStored } from '../../storage.ts';
import type { ProfileValues } from '../../ui/form/ProfileFields.tsx';

/** The name of the saved draft of a registration. */
export const registrationForm = 'registration';

const text = v.fallback(v.string(), '');
const noAddress = { streetName: '', city: '', state: '', zipcode: '' };

/** Drafts of any version and completeness fit: what is missing is empty. */
const SavedValues = v.fallback(
  v.object({
    firstName: text,
    lastName: text,
    companyName: text,
    phoneNumber: text,
    address: v.fallback(v.object({ streetName: text, city: text, state: text, zipcode: text }), noAddress),
  }),
  { firstName: '', lastName: '', companyName: '', phoneNumber: '', address: noAddress },
);

/** Returns the values of a saved draft; null makes empty ones. */
export function profileValuesOf(draft: unknown): ProfileValues {
  return v.parse(SavedValues, draft);
}

/** Named with the owner, whose sign-out purges it (`session/purge.ts`). */
function unsavedKey(email: string): string {
  return `${registrationForm}:${email}`;
}

/** Stores a profile for this tab where the database of drafts is denied or does not answer in time. Null removes it. */
export function storeUnsavedProfile(email: string, values: ProfileValues | null): void {
  writeStored(unsavedKey(email), values && JSON.stringify(values), 'sessionStorage');
}

/** Returns that profile; null without one. */
export function unsavedProfile(email: string): ProfileValues | null {
  const stored = readStoredJson(unsavedKey(email), 'sessionStorage');
  return stored === null ? null : profileValuesOf(stored);
}

/** Removes what was typed for a profile from this device: the server has it. */
export function forgetTyped(email: string): Promise<void> {
  storeUnsavedProfile(email, null);
  return dropDraft(email, registrationForm);
}

/** Returns the registration of a user by the form of their profile. */
export function registrationOf(
  email: string,
  { firstName, lastName, companyName, phoneNumber, address }: ProfileForm,
): RequestOf<'register'> {
  const names = { firstName, lastName };
  return {
    ...names,
    userName: userNameOf(names),
    company: companyName,
    phoneNumber,
    address,
    email,
    userType: 'CLIENT',
  };
}
