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
};

export function AddressFields({ form, path, autoCompleteSection }: Props) {
  const token = (name: string) => `section-${autoCompleteSection} ${name}`;
  return (
    <fieldset className={styles.address} aria-label={labels[path]}>
      <div className={styles.street}>
        <StreetField
          label="Street address"
          required
          autoComplete={token('street-address')}
          {...form.field(`${path}.streetName`)}
          onChoose={(address) => form.set(path, address)}
        />
      </div>
      <TextField
        label="City"
        required
        autoComplete={token('address-level2')}
        {...form.field(`${path}.city`)}
      />
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
