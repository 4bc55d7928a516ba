import { type ReactNode, useId } from 'react';
import styles from './Choice.module.css';
import { FieldNotes, type FieldProps } from './Field.tsx';

type Props<V extends string> = FieldProps & {
  name: string;
  value: readonly V[];
  onChange: (value: V[]) => void;
  /** Value → words, in order: an enumeration's label table does as it is. */
  options: Readonly<Partial<Record<V, ReactNode>>>;
  disabled?: boolean;
};

/** Any number of a list of choices. What is chosen keeps the order of the list. */
export function CheckboxGroup<V extends string>({
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
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined;
  const all = Object.entries<ReactNode>(options) as [V, ReactNode][];
  return (
    <fieldset className={styles.group} disabled={disabled} data-field={name} aria-describedby={describedBy}>
      <legend className={styles.legend}>
        {label}
        {!required && <span className={styles.optional}>optional</span>}
      </legend>
      <div className={styles.columns}>
        {all.map(([key, words]) => (
          <label key={key} className={styles.choice}>
            <input
              type="checkbox"
              value={key}
              checked={value.includes(key)}
              aria-invalid={error ? true : undefined}
              onChange={(event) =>
                onChange(
                  all
                    .map(([one]) => one)
                    .filter((one) => (one === key ? event.target.checked : value.includes(one))),
                )
              }
            />
            <span>{words}</span>
          </label>
        ))}
      </div>
      <FieldNotes id={id} hint={hint} error={error} />
    </fieldset>
  );
}
