import * as v from 'valibot';
import type { ProfileValues } from '../../ui/form/ProfileFields.tsx';

/** Under which name a registration is saved while it is typed. */
export const registrationForm = 'registration';

const text = v.fallback(v.string(), '');
const noAddress = { streetName: '', city: '', state: '', zipcode: '' };

/** What is typed about oneself, as far as it got; a draft of any age becomes one of these. */
const KeptValues = v.fallback(
  v.object({
    firstName: text,
    lastName: text,
    companyName: text,
    phoneNumber: text,
    address: v.fallback(v.object({ streetName: text, city: text, state: text, zipcode: text }), noAddress),
  }),
  { firstName: '', lastName: '', companyName: '', phoneNumber: '', address: noAddress },
);

/** The values of a draft; empty ones for what it does not have. */
export function profileValuesOf(draft: unknown): ProfileValues {
  return v.parse(KeptValues, draft);
}
