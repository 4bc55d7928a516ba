import { useEffect, useRef } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { LongText } from '../../../ui/LongText.tsx';
import { fieldLabel, fieldWords } from '../fieldWords.ts';
import type { JobUpdateValues } from '../form/jobFormValues.ts';
import { changedFields, type Merged } from './jobChanges.ts';
import styles from './StaleNotice.module.css';

type Field = keyof JobUpdateValues;

type Props = {
  /** Who changed it meanwhile. */
  by: string;
  merged: Merged;
  /** The form as it stands. */
  typed: JobUpdateValues;
  /** The job as it is now, and as it was when the form was opened. */
  now: JobUpdateValues;
  before: JobUpdateValues;
  /** Puts one of the two versions of a field into the form. */
  onChoose: (field: Field, version: 'mine' | 'theirs') => void;
};

/** What somebody else saved while this form was open. Nothing typed is lost; where both changed a field, its author decides. */
export function StaleNotice({ by, merged, typed, now, before, onChoose }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  // It stands above the form, and its reader pressed a button below it.
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className={styles.notice} role="alert" aria-label="Changed meanwhile">
      <h2 className={styles.heading} ref={heading} tabIndex={-1}>
        {by} changed this job while you were editing it
      </h2>
      <p>Your changes are not saved yet. Look at what changed, then save again.</p>
      <ul className={styles.changes}>
        {merged.contested.map((field) => {
          const isMine = changedFields(now, typed).includes(field);
          return (
            <li key={field} className={styles.field}>
              <h3>{fieldLabel(field)}: you both changed it</h3>
              <div className={styles.versions}>
                <Version
                  title="Yours"
                  of={fieldLabel(field)}
                  words={fieldWords(field, merged.values)}
                  stands={isMine}
                  onUse={() => onChoose(field, 'mine')}
                />
                <Version
                  title={`Saved by ${by}`}
                  of={fieldLabel(field)}
                  words={fieldWords(field, now)}
                  stands={!isMine}
                  onUse={() => onChoose(field, 'theirs')}
                />
              </div>
            </li>
          );
        })}
        {merged.taken.map((field) => (
          <li key={field} className={styles.field}>
            <h3>{fieldLabel(field)}: taken over, you had not changed it</h3>
            <div className={styles.versions}>
              <Version title="Before" of={fieldLabel(field)} words={fieldWords(field, before)} />
              <Version
                title={`Saved by ${by}`}
                of={fieldLabel(field)}
                words={fieldWords(field, now)}
                stands
              />
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

type VersionProps = {
  title: string;
  /** The field's name, for who hears the button alone. */
  of: string;
  words: string;
  /** It is the one in the form. */
  stands?: boolean;
  onUse?: () => void;
};

function Version({ title, of, words, stands = false, onUse }: VersionProps) {
  return (
    <div className={styles.version} data-stands={stands || undefined}>
      <p className="lettering">{title}</p>
      <div className={styles.words}>
        <LongText text={words} of={`${of}, ${title}`}>
          <p className="plain-text" dir="auto">
            {words}
          </p>
        </LongText>
      </div>
      {onUse && (
        <Button aria-pressed={stands} onClick={onUse}>
          {stands ? 'Used' : 'Use this'}
          <span className="visually-hidden">
            version of {of}: {title}
          </span>
        </Button>
      )}
    </div>
  );
}
