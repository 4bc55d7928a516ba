import { labels } from '../../../../contract/labels.ts';
import { StateField } from '../../../../ui/form/StateField.tsx';
import { TextField } from '../../../../ui/form/TextField.tsx';
import styles from './AddressFields.module.css';
import type { JobFieldsForm } from './jobFieldsForm.ts';
import { StreetField } from './StreetField.tsx';

type Props = {
  form: JobFieldsForm;
  path: 'address' | 'deliveryAddress';
  /** Keeps a page's addresses apart in the browser's autofill. */
  autoCompleteSection: string;
  /** Called when one of its fields is left. */
  onLeave?: () => void;
};

export function AddressFields({ form, path, autoCompleteSection, onLeave }: Props) {
  const token = (name: string) => `section-${autoCompleteSection} ${name}`;
  return (
    <fieldset className={styles.address} aria-label={labels[path]} onBlur={onLeave}>
      <div className={styles.street}>
        <StreetField
          label="Street address"
          required
          autoComplete={token('street-address')}
          {...form.field(`${path}.streetName`)}
          onChoose={(address) => form.set(path, address)}
        />
      </div>
      <div className={styles.city}>
        <TextField
          label="City"
          required
          autoComplete={token('address-level2')}
          {...form.field(`${path}.city`)}
        />
      </div>
      <StateField
        label="State"
        required
        autoComplete={token('address-level1')}
        {...form.field(`${path}.state`)}
      />
      <TextField
        label="Zip code"
        required
        hint="12345 or 12345-6789"
        inputMode="numeric"
        autoComplete={token('postal-code')}
        {...form.field(`${path}.zipcode`)}
      />
    </fieldset>
  );
}
