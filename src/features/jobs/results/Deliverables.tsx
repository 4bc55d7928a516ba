import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { Deliverable } from '../../../contract/deliverable.ts';
import { isStaff } from '../../../contract/enums.ts';
import type { JobDetails } from '../../../contract/jobDetails.ts';
import { useProfile } from '../../../session/useSession.ts';
import { Button } from '../../../ui/Button.tsx';
import { FormSection } from '../form/FormSection.tsx';
import { DeliverableDialog } from './DeliverableDialog.tsx';
import { DeliverableEntry } from './DeliverableEntry.tsx';
import styles from './Deliverables.module.css';
import { deliverableName } from './deliverableValues.ts';

/** The stamped results of a job, newest first; those that were replaced stay, further down. Staff add to them. */
export function Deliverables({ job }: { job: JobDetails }) {
  const { userType } = useProfile();
  const staff = isStaff(userType);
  /** What the form is asked for: the key of the result to replace, `''` for a new one; null while it is closed. */
  const [asked, setAsked] = useState<string | null>(null);
  const current = job.deliverables.filter(({ superseded }) => !superseded);
  const replaced = job.deliverables.filter(({ superseded }) => superseded);
  if (!staff && job.deliverables.length === 0) return null;

  function actionsOf(deliverable: Deliverable) {
    return (
      staff && (
        <Button variant="quiet" onClick={() => setAsked(deliverable.key)}>
          Replace<span className="visually-hidden"> {deliverableName(deliverable)}</span>
        </Button>
      )
    );
  }

  return (
    <div className={styles.results} data-any={current.length > 0 || undefined}>
      <FormSection title="Stamped results">
        {job.deliverables.length === 0 && (
          <p className="soft">
            Nothing was delivered yet. Add the stamped files, or wet stamps that are on their way; the client
            finds them here.
          </p>
        )}
        {current.length > 0 && (
          <ul className={styles.list}>
            {current.map((deliverable) => (
              <DeliverableEntry
                key={deliverable.key}
                deliverable={deliverable}
                actions={actionsOf(deliverable)}
              />
            ))}
          </ul>
        )}
        {replaced.length > 0 && (
          <details>
            <summary className={styles.summary}>
              {replaced.length === 1 ? '1 superseded result' : `${replaced.length} superseded results`}
            </summary>
            <ul className={styles.list}>
              {replaced.map((deliverable) => (
                <DeliverableEntry key={deliverable.key} deliverable={deliverable} />
              ))}
            </ul>
          </details>
        )}
        {staff && (
          <div className="row">
            <Button onClick={() => setAsked('')}>
              <Plus aria-hidden />
              Add result
            </Button>
          </div>
        )}
      </FormSection>
      {staff && <DeliverableDialog job={job} asked={asked} onClose={() => setAsked(null)} />}
    </div>
  );
}
