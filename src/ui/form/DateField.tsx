import type { ComponentProps } from 'react';
import styles from './Field.module.css';
import { Field } from './Field.tsx';

type Props = Pick<ComponentProps<'input'>, 'min' | 'max'> & {
  hint?: string;
  label: string;
  /** `YYYY-MM-DD`; empty for none. */
  value: string;
  onChange: (value: string) => void;
  /** Placeholder of an empty field, where some browsers show today's date as if it were chosen. */
  empty: string;
};

/** A day, or none. */
export function DateField({ label, hint, value, onChange, empty, min, max }: Props) {
  return (
    <Field label={label} hint={hint} required>
      {(control) => (
        <span className={styles.date} data-empty={value === '' || undefined}>
          <input
            {...control}
            type="date"
            min={min}
            max={max}
            className={styles.control}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
          <span aria-hidden="true">{empty}</span>
        </span>
      )}
    </Field>
  );
}
