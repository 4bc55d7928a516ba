import { useId } from 'react';
import type { Address } from '../../../../contract/address/address.ts';
import { TextField, type TextFieldProps } from '../../../../ui/form/TextField.tsx';
import { useKnownAddresses } from './useKnownAddresses.ts';

type Props = Omit<TextFieldProps, 'list'> & {
  /** Fills in the whole address of a chosen suggestion. */
  onChoose: (address: Address) => void;
};

/** The street of a property. Suggests the addresses of known jobs; choosing one fills in city, state and zip code too. */
export function StreetField({ onChoose, onChange, ...field }: Props) {
  const id = useId();
  const known = useKnownAddresses(field.value);

  function take(text: string) {
    const address = known.get(text);
    if (address) onChoose(address);
    else onChange(text);
  }

  return (
    <>
      <TextField {...field} list={id} onChange={take} />
      <datalist id={id}>
        {[...known.keys()].map((line) => (
          <option key={line} value={line} />
        ))}
      </datalist>
    </>
  );
}
