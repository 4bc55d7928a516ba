import { useEffect, useRef } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { LongText } from '../../../ui/text/LongText.tsx';
import { fieldLabel, fieldText } from '../fieldText.ts';
import { changedFields, type Merged } from './jobChanges.ts';
import type { JobUpdateValues } from './jobFormValues.ts';
import styles from './StaleNotice.module.css';

type Field = keyof JobUpdateValues;

type Props = {
  /** Name of the user who changed it meanwhile. */
  by: string;
  merged: Merged;
  /** The form now. */
  typed: JobUpdateValues;
  /** The job as it is now, and as it was when the form was opened. */
  now: JobUpdateValues;
  before: JobUpdateValues;
  /** Puts one of the two versions of a field into the form. */
  onChoose: (field: Field, version: 'mine' | 'theirs') => void;
};

/** Shows what another user saved while this form was open; where both changed a field, the author chooses. */
export function StaleNotice({ by, merged, typed, now, before, onChoose }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The pressed button is below the form, the notice above it.
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className={styles.notice} role="alert" aria-label="Conflicting changes">
      <h2 className={styles.heading} ref={heading} tabIndex={-1}>
        {by} updated this job while you were editing
      </h2>
      <p>Your changes aren’t saved yet. Review what changed, then save again.</p>
      <ul className={styles.changes}>
        {merged.contested.map((field) => {
          const isMine = changedFields(now, typed).includes(field);
          return (
            <li key={field} className={styles.field}>
              <h3>{fieldLabel(field)}: you both made changes</h3>
              <div className={styles.versions}>
                <Version
                  title="Yours"
                  of={fieldLabel(field)}
                  words={fieldText(field, merged.values)}
                  isUsed={isMine}
                  onUse={() => onChoose(field, 'mine')}
                />
                <Version
                  title={`Saved by ${by}`}
                  of={fieldLabel(field)}
                  words={fieldText(field, now)}
                  isUsed={!isMine}
                  onUse={() => onChoose(field, 'theirs')}
                />
              </div>
            </li>
          );
        })}
        {merged.taken.map((field) => (
          <li key={field} className={styles.field}>
            <h3>{fieldLabel(field)}: updated automatically (you hadn’t changed it)</h3>
            <div className={styles.versions}>
              <Version title="Before" of={fieldLabel(field)} words={fieldText(field, before)} />
              <Version title={`Saved by ${by}`} of={fieldLabel(field)} words={fieldText(field, now)} isUsed />
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

type VersionProps = {
  title: string;
  /** The field's name, for screen readers. */
  of: string;
  words: string;
  /** The form has this version. */
  isUsed?: boolean;
  onUse?: () => void;
};

function Version({ title, of, words, isUsed = false, onUse }: VersionProps) {
  return (
    <div className={styles.version} data-used={isUsed || undefined}>
      <p className="lettering">{title}</p>
      <div className={styles.words}>
        <LongText text={words} of={`${of}, ${title}`}>
          <p className="plain-text" dir="auto">
            {words}
          </p>
        </LongText>
      </div>
      {onUse && (
        <Button aria-pressed={isUsed} onClick={onUse}>
          {isUsed ? 'Using this' : 'Use this'}
          <span className="visually-hidden">
            {' '}
            version of {of}: {title}
          </span>
        </Button>
      )}
    </div>
  );
}
