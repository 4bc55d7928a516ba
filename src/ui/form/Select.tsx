import type { ComponentProps } from 'react';
import styles from './Field.module.css';
import { Field, type FieldProps } from './Field.tsx';

type Props<V extends string> = FieldProps &
  Omit<ComponentProps<'select'>, 'value' | 'onChange' | 'required' | 'id' | 'children'> & {
    value: V | '';
    onChange: (value: V) => void;
    /** Value → words, in order: an enumeration's label table does as it is. */
    options: Readonly<Partial<Record<V, string>>>;
    /** Shown while nothing is chosen; absent when there always is a choice. */
    placeholder?: string;
  };

export function Select<V extends string>({
  label,
  hint,
  error,
  required,
  value,
  onChange,
  options,
  placeholder,
  ...select
}: Props<V>) {
  return (
    <Field label={label} hint={hint} error={error} required={required}>
      {(control) => (
        <select
          {...select}
          {...control}
          className={`${styles.control} ${styles.select}`}
          value={value}
          onChange={(event) => onChange(event.target.value as V)}
        >
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {Object.entries<string | undefined>(options).map(([key, words]) => (
            <option key={key} value={key}>
              {words}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
