import { type ReactNode, useId } from 'react';
import styles from './Choice.module.css';
import { type ChoiceProps, FieldLabel, FieldNotes, notesOf } from './Field.tsx';

type Props<V extends string> = ChoiceProps<V> & { value: readonly V[]; onChange: (value: V[]) => void };

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
  const all = Object.entries<ReactNode>(options) as [V, ReactNode][];
  return (
    <fieldset
      className={styles.group}
      disabled={disabled}
      data-field={name}
      aria-describedby={notesOf(id, hint, error)}
    >
      <legend className={styles.legend}>
        <FieldLabel label={label} required={required} />
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
