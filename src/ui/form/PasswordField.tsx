import { useState } from 'react';
import styles from './Field.module.css';
import { Field } from './Field.tsx';
import type { TextFieldProps } from './TextField.tsx';

/** A password that can be shown while it is typed. */
export function PasswordField({
  label,
  hint,
  error,
  required,
  value,
  onChange,
  ...input
}: Omit<TextFieldProps, 'type'>) {
  const [shown, setShown] = useState(false);
  return (
    <Field label={label} hint={hint} error={error} required={required ?? true}>
      {(control) => (
        <div className={styles.withButton}>
          <input
            spellCheck={false}
            autoCapitalize="none"
            {...input}
            {...control}
            type={shown ? 'text' : 'password'}
            className={styles.control}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
          <button
            type="button"
            className={styles.inlineButton}
            aria-controls={control.id}
            aria-label={shown ? 'Hide password' : 'Show password'}
            onClick={() => setShown(!shown)}
          >
            {shown ? 'Hide' : 'Show'}
          </button>
        </div>
      )}
    </Field>
  );
}
