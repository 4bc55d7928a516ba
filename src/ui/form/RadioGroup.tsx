import { type ReactNode, useId } from 'react';
import styles from './Choice.module.css';
import { type ChoiceProps, FieldLabel, FieldNotes, notesOf } from './Field.tsx';

type Props<V extends string> = ChoiceProps<V> & { value: V | ''; onChange: (value: V) => void };

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
  return (
    // A fieldset would say the same but for "wrong" and "required", which only a radiogroup can be.
    <div
      className={styles.group}
      role="radiogroup"
      aria-labelledby={`${id}-label`}
      data-field={name}
      aria-describedby={notesOf(id, hint, error)}
      aria-invalid={error ? true : undefined}
      aria-required={required || undefined}
    >
      <span className={styles.legend} id={`${id}-label`}>
        <FieldLabel label={label} required={required} />
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
