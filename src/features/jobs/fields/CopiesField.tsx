import { maxCopies } from '../../../contract/limits.ts';
import { asPlain } from '../../../contract/lines.ts';
import { TextField } from '../../../ui/form/TextField.tsx';
import type { BoundField } from '../../../ui/form/useForm.ts';

export function CopiesField({ value, onChange, ...field }: BoundField<number | null>) {
  return (
    <TextField
      label="Number of copies"
      required
      type="number"
      inputMode="numeric"
      min={1}
      max={maxCopies}
      step={1}
      {...field}
      value={value === null ? '' : String(value)}
      onChange={(text) => onChange(text === '' ? null : Number(text))}
      // A field for numbers drops a pasted number that is written in another script, or with what nobody sees.
      onPaste={(event) => {
        const text = asPlain(event.clipboardData.getData('text/plain'));
        if (!/^\d+$/.test(text)) return;
        event.preventDefault();
        onChange(Number(text));
      }}
    />
  );
}
