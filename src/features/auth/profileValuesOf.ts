import * as v from 'valibot';
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
