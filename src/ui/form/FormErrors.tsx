import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import styles from './FormErrors.module.css';
import { newerText } from './useForm.ts';

type Props = {
  form: {
    errors: Readonly<Record<string, string>>;
    failure: Error | null;
    isNewer: boolean;
    tries: number;
    focus: (path: string) => void;
    /** What of it is not saved on this device (`unsavedText`). */
    unsaved?: string;
  };
  /** Shown in place of the failure's message, where a screen knows more (a link to the job that exists). */
  failureText?: ReactNode;
};

/**
 * The errors of a form, counted, at its top, in the order of its fields; each links to its field. A single one is only at its field,
 * which gets the focus; here where no field shows it. Also says what of it is not saved.
 */
export function FormErrors({ form, failureText }: Props) {
  const errors = Object.entries(form.errors);
  const [only] = errors.length === 1 ? Object.values(form.errors) : [];
  const holder = useRef<HTMLDivElement>(null);
  const [isAtField, setAtField] = useState(true);
  useLayoutEffect(() => {
    const { current } = holder;
    const around = current?.closest('form')?.textContent?.replace(current.textContent, '');
    setAtField(only === undefined || Boolean(around?.includes(only)));
  }, [only]);
  const listed = only !== undefined && isAtField ? [] : errors;
  return (
    <div ref={holder} role="alert" className={styles.holder}>
      {form.isNewer && <p>{newerText}</p>}
      {form.unsaved && <p>{form.unsaved}</p>}
      {(listed.length > 0 || form.failure) && (
        // The key makes screen readers announce a repeated failure again.
        <div className={styles.errors} key={form.tries}>
          {form.failure && <p className={styles.failure}>{failureText ?? form.failure.message}</p>}
          {listed.length > 0 && (
            <>
              {listed.length > 1 && (
                <h2 className={styles.heading}>There’s a problem with {listed.length} fields</h2>
              )}
              <ul className={styles.list}>
                {listed.map(([field, message]) => (
                  <li key={field}>
                    <a
                      href={`#${field}`}
                      onClick={(event) => {
                        event.preventDefault();
                        form.focus(field);
                      }}
                    >
                      {message}
                    </a>
                  </li>
                ))}
              </ul>
            </>
          )}
        </div>
      )}
    </div>
  );
}
