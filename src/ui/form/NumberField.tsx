import { useState } from 'react';
import { asPlain } from '../../contract/lines.ts';
import type { FieldProps } from './Field.tsx';
import { TextField } from './TextField.tsx';

/** Returns what a text says: null for an empty one, and infinity, which no rule accepts, for one that is no number. */
function numberOf(text: string): number | null {
  const plain = asPlain(text);
  if (plain === '') return null;
  return Number.isNaN(Number(plain)) ? Number.POSITIVE_INFINITY : Number(plain);
}

type Props = FieldProps & {
  name?: string;
  value: number | null;
  onChange: (value: number | null) => void;
};

/**
 * A field for a whole number. It is one for text with digits on the keyboard: a browser's own field for numbers changes by the mouse wheel
 * as the page is scrolled, and drops what it does not understand without a word. Digits of any script and spaces around them are read.
 */
export function NumberField({ value, onChange, ...field }: Props) {
  const [typed, setTyped] = useState('');
  const isTyped = numberOf(typed) === value;
  return (
    <TextField
      {...field}
      inputMode="numeric"
      autoComplete="off"
      value={isTyped ? typed : Number.isFinite(value) ? String(value) : ''}
      onChange={(text) => {
        setTyped(text);
        onChange(numberOf(text));
      }}
    />
  );
}
