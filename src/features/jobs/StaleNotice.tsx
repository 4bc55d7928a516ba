import { Button } from '../../ui/Button.tsx';
import { fieldLabel, fieldWords } from './fieldWords.ts';
import type { JobUpdateValues, Merged } from './jobChanges.ts';
import styles from './StaleNotice.module.css';

type Props = {
  /** Who changed it meanwhile. */
  by: string;
  merged: Merged;
  /** The job as it is now, and as it was when the form was opened. */
  now: JobUpdateValues;
  before: JobUpdateValues;
  /** Gives up the typed value of a field. */
  onTakeTheirs: (field: keyof JobUpdateValues) => void;
};

/** What somebody else saved while this form was open. Nothing typed is lost; where both changed a field, its author decides. */
export function StaleNotice({ by, merged, now, before, onTakeTheirs }: Props) {
  return (
    <section className={styles.notice} role="alert" aria-label="Changed meanwhile">
      <h2 className={styles.heading}>{by} changed this job while you were editing it</h2>
      <p>Your changes are not saved yet. Look at what changed, then save again.</p>
      <ul className={styles.changes}>
        {merged.taken.map((field) => (
          <li key={field}>
            <strong>{fieldLabel(field)}</strong>: {fieldWords(field, before)} → {fieldWords(field, now)}
            <span className="soft"> (taken over)</span>
          </li>
        ))}
        {merged.contested.map((field) => (
          <li key={field} className={styles.contested}>
            <span>
              <strong>{fieldLabel(field)}</strong>: theirs is “{fieldWords(field, now)}”, yours “
              {fieldWords(field, merged.values)}”
            </span>
            <Button onClick={() => onTakeTheirs(field)}>Use theirs</Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
