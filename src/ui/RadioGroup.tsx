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
    // A fieldset would say the same but for "wrong" and "required", which only a radiogroup can be.
    <div
      className={styles.group}
      role="radiogroup"
      aria-labelledby={`${id}-label`}
      data-field={name}
      aria-describedby={describedBy || undefined}
      aria-invalid={error ? true : undefined}
      aria-required={required || undefined}
    >
      <span className={styles.legend} id={`${id}-label`}>
        {label}
        {!required && <span className={styles.optional}>optional</span>}
      </span>
      <div className={styles.choices}>
        {Object.entries<ReactNode>(options).map(([key, words]) => (
          <label key={key} className={styles.choice} data-boxed="">
            <input
              type="radio"
              // Two groups of one name in a page would take each other's choice.
              name={`${id}-${name}`}
              value={key}
              checked={value === key}
              disabled={disabled}
              onChange={() => onChange(key as V)}
            />
            <span>{words}</span>
          </label>
        ))}
      </div>
      <FieldNotes id={id} hint={hint} error={error} />
    </div>
  );
}
