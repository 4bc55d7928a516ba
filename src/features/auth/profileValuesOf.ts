import * as v from 'valibot';
import type { RequestOf } from '../../contract/calls.ts';
import type { ProfileForm } from '../../contract/users/registration.ts';
import { userNameOf } from '../../contract/users/user.ts';
import type { ProfileValues } from '../../ui/form/ProfileFields.tsx';

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
