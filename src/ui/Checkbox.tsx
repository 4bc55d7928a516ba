import { type ReactNode, useId } from 'react';
import styles from './Choice.module.css';
import { FieldNotes } from './Field.tsx';

type Props = {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  name?: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
};

export function Checkbox({ label, hint, error, name, checked, onChange, disabled = false }: Props) {
  const id = useId();
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={styles.group}>
      <label className={styles.choice}>
        <input
          type="checkbox"
          name={name}
          checked={checked}
          disabled={disabled}
          aria-describedby={describedBy || undefined}
          aria-invalid={error ? true : undefined}
          onChange={(event) => onChange(event.target.checked)}
        />
        <span>{label}</span>
      </label>
      <FieldNotes id={id} hint={hint} error={error} />
    </div>
  );
}
