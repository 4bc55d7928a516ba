import type { Address } from '../contract/fields.ts';
import { TextField } from './TextField.tsx';
import type { Form } from './useForm.ts';

/** What a person fills in about themselves, as it is typed. */
export type ProfileValues = {
  firstName: string;
  lastName: string;
  companyName: string;
  phoneNumber: string;
  address: Address;
};

type Props = {
  form: Form<ProfileValues, unknown>;
  /** Whether browsers may fill in the reader's own data; not where somebody else's profile is edited. */
  own?: boolean;
};

/** The fields of a profile, each with the keyboard and the autofill it needs. */
export function ProfileFields({ form, own = true }: Props) {
  const auto = (token: string) => ({ autoComplete: own ? token : 'off' });
  return (
    <div className="stack">
      <div className="fields">
        <TextField label="First name" required {...auto('given-name')} {...form.field('firstName')} />
        <TextField label="Last name" required {...auto('family-name')} {...form.field('lastName')} />
      </div>
      <div className="fields">
        <TextField label="Company" required {...auto('organization')} {...form.field('companyName')} />
        <TextField
          label="Phone number"
          required
          type="tel"
          inputMode="tel"
          {...auto('tel')}
          {...form.field('phoneNumber')}
        />
      </div>
      <TextField label="Street" required {...auto('street-address')} {...form.field('address.streetName')} />
      <div className="fields">
        <TextField label="City" required {...auto('address-level2')} {...form.field('address.city')} />
        <TextField label="State" required {...auto('address-level1')} {...form.field('address.state')} />
        <TextField
          label="Zip code"
          required
          inputMode="numeric"
          hint="12345 or 12345-6789"
          {...auto('postal-code')}
          {...form.field('address.zipcode')}
        />
      </div>
    </div>
  );
}
