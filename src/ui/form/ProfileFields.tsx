import type * as v from 'valibot';
import { labels } from '../../contract/labels.ts';
import type { ProfileForm } from '../../contract/users/registration.ts';
import type { PathOf } from './formPath.ts';
import { phoneHint } from './phoneHint.ts';
import { StateField } from './StateField.tsx';
import { TextField } from './TextField.tsx';
import type { BoundField } from './useForm.ts';

/** The profile form as it is typed. */
export type ProfileValues = v.InferInput<typeof ProfileForm>;

type Props = {
  field: (path: Exclude<PathOf<ProfileValues>, 'address'>) => BoundField<string>;
  /** Whether browsers may fill in the reader's own data; not for another user's profile. */
  own?: boolean;
};

/** The fields of a profile (§3), each with its keyboard and autofill. */
export function ProfileFields({ field, own = true }: Props) {
  const auto = (token: string) => ({ autoComplete: own ? token : 'off' });
  return (
    <>
      <div className="fields">
        <TextField label={labels.firstName} required {...auto('given-name')} {...field('firstName')} />
        <TextField label={labels.lastName} required {...auto('family-name')} {...field('lastName')} />
      </div>
      <div className="fields">
        <TextField label={labels.companyName} required {...auto('organization')} {...field('companyName')} />
        <TextField
          label={labels.phoneNumber}
          required
          type="tel"
          inputMode="tel"
          hint={phoneHint()}
          {...auto('tel')}
          {...field('phoneNumber')}
        />
      </div>
      <fieldset className="stack">
        <legend className="lettering">{labels.address}</legend>
        <TextField
          label={labels.streetName}
          required
          {...auto('address-line1')}
          {...field('address.streetName')}
        />
        <div className="fields">
          <TextField label={labels.city} required {...auto('address-level2')} {...field('address.city')} />
          <StateField label={labels.state} required {...auto('address-level1')} {...field('address.state')} />
          <TextField
            label={labels.zipcode}
            required
            inputMode="numeric"
            hint="12345 or 12345-6789"
            {...auto('postal-code')}
            {...field('address.zipcode')}
          />
        </div>
      </fieldset>
    </>
  );
}
