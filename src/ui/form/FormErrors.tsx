import type { ReactNode } from 'react';
import styles from './FormErrors.module.css';
import { newerText } from './useForm.ts';

type Props = {
  form: {
    errors: Readonly<Record<string, string>>;
    failure: Error | null;
    isNewer: boolean;
    tries: number;
    focus: (path: string) => void;
  };
  /** Shown in place of the failure's message, where a screen knows more (a link to the job that exists). */
  failureText?: ReactNode;
};

/** Counts without `format/counted.ts`, which is part of the job list's chunk: the sign-in would load all of it. */
function heading(count: number): string {
  return `There’s a problem with ${count} ${count === 1 ? 'field' : 'fields'}`;
}

/** The errors of a form, counted, at its top; each links to its field. Also says that what was typed last is not saved. */
export function FormErrors({ form, failureText }: Props) {
  const errors = Object.entries(form.errors);
  const shown = errors.length > 0 || form.failure !== null;
  return (
    <div role="alert" className={styles.holder}>
      {form.isNewer && <p>{newerText}</p>}
      {shown && (
        // The key makes screen readers announce a repeated failure again.
        <div className={styles.errors} key={form.tries}>
          {form.failure && <p className={styles.failure}>{failureText ?? form.failure.message}</p>}
          {errors.length > 0 && (
            <>
              <h2 className={styles.heading}>{heading(errors.length)}</h2>
              <ul className={styles.list}>
                {errors.map(([field, message]) => (
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
