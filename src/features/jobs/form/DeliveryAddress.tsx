import { useEffect } from 'react';
import type { Address } from '../../../contract/fields.ts';
import { addressLine } from '../../../format/address.ts';
import { CheckboxGroup } from '../../../ui/CheckboxGroup.tsx';
import { AddressFields } from './AddressFields.tsx';
import type { JobFieldsForm } from './jobFieldsForm.ts';
import { emptyAddress } from './jobFormValues.ts';

const choice = { same: 'Same as the property' };

type Props = {
  form: JobFieldsForm;
  /** What to begin with when it is not the property. */
  usualAddress: Address;
};

/** Where wet stamps go: to the property, following its address as it is typed, or to an address of their own. */
export function DeliveryAddress({ form, usualAddress }: Props) {
  const { set } = form;
  const { address, deliveryAddress, sameAsProperty } = form.values;

  useEffect(() => {
    if (sameAsProperty && deliveryAddress !== address) set('deliveryAddress', address);
  }, [sameAsProperty, deliveryAddress, address, set]);

  function follow(same: boolean) {
    set('sameAsProperty', same);
    if (!same)
      set(
        'deliveryAddress',
        addressLine(usualAddress) === addressLine(address) ? emptyAddress : usualAddress,
      );
  }

  return (
    <div className="stack" data-tight="" data-field="deliveryAddress">
      <CheckboxGroup
        label="Delivery address"
        required
        name="sameAsProperty"
        options={choice}
        value={sameAsProperty ? ['same'] : []}
        hint={sameAsProperty ? addressLine(address) || 'It follows what you type above.' : undefined}
        onChange={(chosen) => follow(chosen.includes('same'))}
      />
      {!sameAsProperty && <AddressFields form={form} path="deliveryAddress" autoCompleteSection="delivery" />}
    </div>
  );
}
