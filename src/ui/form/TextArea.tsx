import type { ComponentProps } from 'react';
import styles from './Field.module.css';
import { Field, type FieldProps } from './Field.tsx';
import { GrowingArea } from './GrowingArea.tsx';

type Props = FieldProps &
  Omit<ComponentProps<'textarea'>, 'value' | 'onChange' | 'required' | 'id'> & {
    value: string;
    onChange: (value: string) => void;
  };

/** A text of several lines; grows with what is typed. */
export function TextArea({ label, hint, error, required, value, onChange, ...area }: Props) {
  return (
    <Field label={label} hint={hint} error={error} required={required}>
      {(control) => (
        <GrowingArea
          {...area}
          {...control}
          className={`${styles.control} ${styles.area}`}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
