import { type ClipboardEvent, useId } from 'react';
import type { Address } from '../../../../contract/address/address.ts';
import { TextField, type TextFieldProps } from '../../../../ui/form/TextField.tsx';
import { pastedAddress } from './pastedAddress.ts';
import { useKnownAddresses } from './useKnownAddresses.ts';

type Props = Omit<TextFieldProps, 'list'> & {
  /** Fills in the whole address that is chosen or pasted. */
  onChoose: (address: Address) => void;
};

/**
 * The street of a property. Suggests the addresses of known jobs; choosing one fills in city, state and zip code too, as pasting one does.
 */
export function StreetField({ onChoose, onChange, ...field }: Props) {
  const id = useId();
  const known = useKnownAddresses(field.value);

  function take(text: string) {
    const address = known.get(text);
    if (address) onChoose(address);
    else onChange(text);
  }

  function paste(event: ClipboardEvent) {
    const address = pastedAddress(event.clipboardData.getData('text/plain'));
    if (!address) return;
    event.preventDefault();
    onChoose(address);
  }

  return (
    <>
      <TextField {...field} list={id} onChange={take} onPaste={paste} />
      <datalist id={id}>
        {[...known.keys()].map((line) => (
          <option key={line} value={line} />
        ))}
      </datalist>
    </>
  );
}
