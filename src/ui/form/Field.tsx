import { type ReactNode, useId } from 'react';
import styles from './Field.module.css';

/** Ties an input to its label, hint and error. Spread it on the one control of a field. */
export type ControlProps = {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  'aria-required': true | undefined;
};

export type FieldProps = {
  label: ReactNode;
  hint?: ReactNode;
  /** A whole sentence; empty or absent while the field is valid. */
  error?: string | undefined;
  required?: boolean | undefined;
};

/** Label above, control, hint and error below. The control comes from `children(controlProps)`. */
export function Field({
  label,
  hint,
  error,
  required = false,
  children,
}: FieldProps & { children: (control: ControlProps) => ReactNode }) {
  const id = useId();
  return (
    <div className={styles.field} data-invalid={error ? '' : undefined}>
      <label className={styles.label} htmlFor={id}>
        <FieldLabel label={label} required={required} />
      </label>
      {children({
        id,
        'aria-describedby': notesOf(id, hint, error),
        'aria-invalid': error ? true : undefined,
        'aria-required': required || undefined,
      })}
      <FieldNotes id={id} hint={hint} error={error} />
    </div>
  );
}

/** The label of a field or of a group, marked where it may stay empty. */
export function FieldLabel({ label, required }: Pick<FieldProps, 'label' | 'required'>) {
  return (
    <>
      {label}
      {!required && <span className={styles.optional}>(optional)</span>}
    </>
  );
}

/** Returns the ids of the notes that are shown, for `aria-describedby`. */
export function notesOf(id: string, hint: ReactNode, error: string | undefined): string | undefined {
  return [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined;
}

/** Hint and error of a field or of a group, under the ids `{id}-hint` and `{id}-error`. */
export function FieldNotes({ id, hint, error }: { id: string } & Pick<FieldProps, 'hint' | 'error'>) {
  return (
    <>
      {hint && (
        <p className={styles.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p className={styles.error} id={`${id}-error`}>
          {error}
        </p>
      )}
    </>
  );
}
