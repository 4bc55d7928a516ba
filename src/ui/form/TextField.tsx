import type { ComponentProps } from 'react';
import styles from './Field.module.css';
import { Field, type FieldProps } from './Field.tsx';

export type TextFieldProps = FieldProps &
  Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'required' | 'id' | 'size'> & {
    value: string;
    onChange: (value: string) => void;
  };

export function TextField({ label, hint, error, required, value, onChange, ...input }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} required={required}>
      {(control) => (
        <input
          type="text"
          {...input}
          {...control}
          className={styles.control}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

export function EmailField(props: TextFieldProps) {
  return <TextField type="email" spellCheck={false} {...props} />;
}
