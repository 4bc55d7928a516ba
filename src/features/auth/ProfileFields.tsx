import { labels } from '../../contract/labels.ts';
import { TextField } from '../../ui/TextField.tsx';
import type { BoundField } from '../../ui/useForm.ts';

type ProfilePath =
  | 'firstName'
  | 'lastName'
  | 'companyName'
  | 'phoneNumber'
  | `address.${'streetName' | 'city' | 'state' | 'zipcode'}`;

/** Who somebody is: the fields of the registration (§3). */
export function ProfileFields({ field }: { field: (path: ProfilePath) => BoundField<string> }) {
  return (
    <>
      <div className="fields">
        <TextField label={labels.firstName} autoComplete="given-name" required {...field('firstName')} />
        <TextField label={labels.lastName} autoComplete="family-name" required {...field('lastName')} />
        <TextField
          label={labels.companyName}
          autoComplete="organization"
          required
          {...field('companyName')}
        />
        <TextField
          label={labels.phoneNumber}
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          required
          {...field('phoneNumber')}
        />
      </div>
      <fieldset className="stack">
        <legend className="lettering">{labels.address}</legend>
        <TextField
          label={labels.streetName}
          autoComplete="address-line1"
          required
          {...field('address.streetName')}
        />
        <div className="fields">
          <TextField label={labels.city} autoComplete="address-level2" required {...field('address.city')} />
          <TextField
            label={labels.state}
            autoComplete="address-level1"
            required
            {...field('address.state')}
          />
          <TextField
            label={labels.zipcode}
            autoComplete="postal-code"
            inputMode="numeric"
            required
            {...field('address.zipcode')}
          />
        </div>
      </fieldset>
    </>
  );
}
