import { useLocation } from '@tanstack/react-router';
import { Plus } from 'lucide';
import { useEffect } from 'react';
import { isStaff } from '../../../contract/enums.ts';
import { deliveredOf } from '../../../contract/jobs/delivered.ts';
import type { Deliverable, JobDetails } from '../../../contract/jobs/jobDetails.ts';
import { counted } from '../../../format/counted.ts';
import { useProfile } from '../../../session/useSession.ts';
import { Button } from '../../../ui/Button.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { Section } from '../../../ui/Section.tsx';
import { nextStepText } from '../page/jobProgress.ts';
import { useReasonDialog } from '../page/useReasonDialog.tsx';
import { LazyMakeReport } from '../proof/lazyProof.tsx';
import { DeliverableEntry } from './DeliverableEntry.tsx';
import styles from './Deliverables.module.css';
import { deliverableName } from './deliverableName.ts';

type DeliverablesProps = {
  job: JobDetails;
  /** Whether the form was asked for, and its code is being loaded. */
  isAsked: boolean;
  /** Opens the form; called with the key of the deliverable to replace, `''` for a new one. */
  onAsk: (key: string) => void;
};

/** The deliverables of a job, newest first, with the superseded ones below. Staff add, replace and withdraw them here. */
export function Deliverables({ job, isAsked, onAsk }: DeliverablesProps) {
  const { userType } = useProfile();
  const staff = isStaff(userType);
  const current = job.deliverables.filter(({ superseded }) => !superseded);
  const replaced = job.deliverables.filter(({ superseded }) => superseded);
  const isAddressed = useLocation({ select: ({ hash }) => hash === 'deliverables' });
  useEffect(() => {
    // The router looks for it before it is there.
    if (isAddressed) document.getElementById('deliverables')?.scrollIntoView();
  }, [isAddressed]);
  if (!staff && job.deliverables.length === 0) return null;

  function actionsOf(deliverable: Deliverable) {
    if (!staff) return null;
    return (
      <>
        {!deliverable.superseded && (
          <Button variant="quiet" busy={isAsked} onClick={() => onAsk(deliverable.key)}>
            Replace
            <NameOf deliverable={deliverable} />
          </Button>
        )}
        {deliverable.file && !deliverable.superseded && !deliverable.withdrawn && (
          <LazyMakeReport job={job} deliverable={deliverable}>
            <NameOf deliverable={deliverable} />
          </LazyMakeReport>
        )}
        {!deliverable.withdrawn && <Withdraw job={job} deliverable={deliverable} />}
      </>
    );
  }

  const list = (some: readonly Deliverable[]) => (
    <ul className={styles.list}>
      {some.map((deliverable) => (
        <DeliverableEntry
          key={deliverable.key}
          job={job}
          deliverable={deliverable}
          actions={actionsOf(deliverable)}
        />
      ))}
    </ul>
  );
  return (
    <div className={styles.deliverables} data-any={current.some(({ withdrawn }) => !withdrawn) || undefined}>
      <Section id="deliverables" title="Deliverables" empty={job.deliverables.length === 0}>
        {job.deliverables.length === 0 && <p className="soft">No deliverables yet.</p>}
        {current.length > 0 && list(current)}
        {!staff && deliveredOf(job).length > 0 && <p>{nextStepText(job, true)}</p>}
        {replaced.length > 0 && (
          <details>
            <summary className={styles.summary}>{counted(replaced.length, 'superseded version')}</summary>
            {list(replaced)}
          </details>
        )}
        {staff && (
          <div className="row">
            <Button busy={isAsked} onClick={() => onAsk('')}>
              <Icon of={Plus} />
              Add deliverable
            </Button>
          </div>
        )}
      </Section>
    </div>
  );
}

function NameOf({ deliverable }: { deliverable: Deliverable }) {
  return (
    <span className="visually-hidden" translate="no">
      {' '}
      {deliverableName(deliverable)}
    </span>
  );
}

/** Withdraws a deliverable, for a reason that it asks for. */
function Withdraw({ job, deliverable }: { job: JobDetails; deliverable: Deliverable }) {
  const { ask, isLoading, dialog } = useReasonDialog(job, 'WITHDRAWN', deliverable);
  return (
    <>
      <Button variant="quiet" busy={isLoading} onClick={ask}>
        Withdraw
        <NameOf deliverable={deliverable} />
      </Button>
      {dialog}
    </>
  );
}
