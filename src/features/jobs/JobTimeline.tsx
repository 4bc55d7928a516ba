import type { HistoryEntry } from '../../contract/jobDetails.ts';
import { LongText } from '../../ui/LongText.tsx';
import { Time } from '../../ui/Time.tsx';
import { FormSection } from './FormSection.tsx';
import { fieldLabel } from './fieldWords.ts';
import { historyGroups, historyWords } from './historyWords.ts';
import styles from './JobTimeline.module.css';

/** Who changed what, newest first. */
export function JobTimeline({ history }: { history: readonly HistoryEntry[] }) {
  if (history.length === 0) return null;
  return (
    <FormSection title="Timeline">
      <ol className={styles.timeline}>
        {historyGroups(history).map(({ timestamp, userName, entries }) => (
          <li key={`${timestamp} ${userName}`} className={styles.moment}>
            <p className="small">
              <strong>
                <bdi>{userName}</bdi>
              </strong>{' '}
              <span className="soft">
                <Time seconds={timestamp} />
              </span>
            </p>
            {entries.map((entry) => (
              <LongText
                key={`${entry.field} ${entry.to}`}
                text={historyWords(entry)}
                of={`the change of ${fieldLabel(entry.field)}`}
              >
                <p className="plain-text" dir="auto">
                  {historyWords(entry)}
                </p>
              </LongText>
            ))}
          </li>
        ))}
      </ol>
    </FormSection>
  );
}
