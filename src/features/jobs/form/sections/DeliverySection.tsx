import { useEffect, useRef } from 'react';
import type { Address } from '../../../../contract/address/address.ts';
import { addressLine } from '../../../../contract/address/addressText.ts';
import { deliveryModes, deliveryPriorities, priorities } from '../../../../contract/enums.ts';
import { CheckboxGroup, RadioGroup } from '../../../../ui/form/ChoiceGroup.tsx';
import { NumberField } from '../../../../ui/form/NumberField.tsx';
import { emptyAddress, emptyJob, isEmptyAddress, type JobFieldValues } from '../jobFormValues.ts';
import { AddressFields } from './AddressFields.tsx';
import { type Fold, FormSection } from './FormSection.tsx';
import type { JobFieldsForm } from './jobFieldsForm.ts';

const choice = { same: 'Same as property address' };

type DeliveryAddressProps = {
  form: JobFieldsForm;
  /** Filled in when it is not the property. */
  usualAddress: Address;
};

/** The address for wet stamps: the property's, which it follows as that is typed, or another one. */
function DeliveryAddress({ form, usualAddress }: DeliveryAddressProps) {
  const { set } = form;
  const { address, deliveryAddress, sameAsProperty } = form.values;

  useEffect(() => {
    if (sameAsProperty && deliveryAddress !== address) set('deliveryAddress', address);
  }, [sameAsProperty, deliveryAddress, address, set]);

  function follow(same: boolean) {
    set('sameAsProperty', same);
    if (same) return;
    const isProperty = addressLine(usualAddress) === addressLine(address);
    set('deliveryAddress', isProperty ? emptyAddress : usualAddress);
  }

  return (
    <div className="stack" data-tight="" data-field="deliveryAddress">
      <CheckboxGroup
        label="Delivery address"
        required
        name="sameAsProperty"
        options={choice}
        value={sameAsProperty ? ['same'] : []}
        hint={
          sameAsProperty &&
          (addressLine(address) ? (
            <span translate="no">{addressLine(address)}</span>
          ) : (
            'Uses the property address you enter above.'
          ))
        }
        onChange={(chosen) => follow(chosen.includes('same'))}
      />
      {!sameAsProperty && <AddressFields form={form} path="deliveryAddress" autoCompleteSection="delivery" />}
    </div>
  );
}

const modes = { DIGITAL_COPY: deliveryModes.DIGITAL_COPY, WET_STAMPS: deliveryModes.WET_STAMPS };

type Props = {
  form: JobFieldsForm;
  /** Filled in for wet stamps. */
  usualAddress: Address;
  fold: Fold;
};

export function DeliverySection({ form, usualAddress, fold }: Props) {
  const { values } = form;
  // A digital copy has none of them; what was chosen for wet stamps is restored when they are chosen again.
  const typed = useRef<Pick<JobFieldValues, 'copiesNumber' | 'deliveryAddress' | 'deliveryPriority'>>({
    copiesNumber: 1,
    deliveryAddress: null,
    deliveryPriority: values.deliveryPriority,
  });

  function choose(mode: JobFieldValues['jobDeliveryMode']) {
    const wet = mode === 'WET_STAMPS';
    if (values.jobDeliveryMode === 'WET_STAMPS') {
      const { copiesNumber, deliveryAddress, deliveryPriority } = values;
      typed.current = { copiesNumber, deliveryAddress, deliveryPriority };
    }
    form.set('jobDeliveryMode', mode);
    // Without an address in the profile, the property's is the best guess.
    if (wet && !typed.current.deliveryAddress && isEmptyAddress(usualAddress))
      form.set('sameAsProperty', true);
    form.set('copiesNumber', wet ? typed.current.copiesNumber : null);
    form.set('deliveryAddress', wet ? (typed.current.deliveryAddress ?? usualAddress) : null);
    form.set('deliveryPriority', wet ? typed.current.deliveryPriority : emptyJob.deliveryPriority);
  }

  return (
    <FormSection fold={fold} title="Delivery">
      <RadioGroup
        label="Delivery method"
        required
        options={modes}
        {...form.field('jobDeliveryMode')}
        onChange={choose}
      />
      {values.jobDeliveryMode === 'WET_STAMPS' && (
        <div className="stack">
          <div className="fields">
            <NumberField label="Number of copies" required {...form.field('copiesNumber')} />
          </div>
          <DeliveryAddress form={form} usualAddress={usualAddress} />
        </div>
      )}
      <div className="fields">
        {values.jobDeliveryMode === 'WET_STAMPS' ? (
          <RadioGroup
            label="Delivery speed"
            required
            options={deliveryPriorities}
            {...form.field('deliveryPriority')}
          />
        ) : (
          <p className="soft small" data-field="deliveryPriority">
            Delivery speed is for wet stamps. A digital copy can be downloaded as soon as it’s ready.
          </p>
        )}
        <RadioGroup label="Priority" required options={priorities} {...form.field('jobPriority')} />
      </div>
    </FormSection>
  );
}
