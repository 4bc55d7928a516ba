import { type ReactNode, useId } from 'react';
import styles from './Choice.module.css';
import { FieldNotes, type FieldProps } from './Field.tsx';

type Props<V extends string> = FieldProps & {
  name: string;
  value: V | '';
  onChange: (value: V) => void;
  /** Value → words, in order: an enumeration's label table does as it is. */
  options: Readonly<Partial<Record<V, ReactNode>>>;
  disabled?: boolean;
};

/** A few choices side by side, all of them seen. */
export function RadioGroup<V extends string>({
  label,
  hint,
  error,
  required = false,
  name,
  value,
  onChange,
  options,
  disabled = false,
}: Props<V>) {
  const id = useId();
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <fieldset
      className={styles.group}
      disabled={disabled}
      role="radiogroup"
      data-field={name}
      aria-describedby={describedBy || undefined}
      aria-invalid={error ? true : undefined}
      aria-required={required || undefined}
    >
      <legend className={styles.legend}>
        {label}
        {!required && <span className={styles.optional}>optional</span>}
      </legend>
      <div className={styles.choices}>
        {Object.entries<ReactNode>(options).map(([key, words]) => (
          <label key={key} className={styles.choice} data-boxed="">
            <input
              type="radio"
              // Two groups of one name in a page would take each other's choice.
              name={`${id}-${name}`}
              value={key}
              checked={value === key}
              onChange={() => onChange(key as V)}
            />
            <span>{words}</span>
          </label>
        ))}
      </div>
      <FieldNotes id={id} hint={hint} error={error} />
    </fieldset>
  );
}
