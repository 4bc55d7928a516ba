import type { HistoryEntry } from '../../contract/job.ts';
import { Time } from '../../ui/Time.tsx';
import { FormSection } from './FormSection.tsx';
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
              <strong>{userName}</strong>{' '}
              <span className="soft">
                <Time seconds={timestamp} />
              </span>
            </p>
            {entries.map((entry) => (
              <p key={entry.field} className="plain-text">
                {historyWords(entry)}
              </p>
            ))}
          </li>
        ))}
      </ol>
    </FormSection>
  );
}
