import { useId, useState } from 'react';
import type { JobDetails } from '../../../contract/jobDetails.ts';
import type { JobRecord } from '../../../outbox/records/waitingJobs.ts';
import { isResult } from '../form/waitingDraft.ts';
import { DeliverableDialog } from '../results/DeliverableDialog.tsx';
import styles from './WaitingRecord.module.css';
import { WaitingRecord } from './WaitingRecord.tsx';

type Props = {
  job: JobDetails;
  records: readonly JobRecord[];
  /** Opens the job's form with a change. */
  onEdit: (seq: number) => void;
};

/** The changes of a job that are not sent yet, in the order they will be. */
export function WaitingChanges({ job, records, onEdit }: Props) {
  const id = useId();
  const [result, setResult] = useState<number | null>(null);
  return (
    <>
      {records.length > 0 && (
        <section className="stack" data-tight="" aria-labelledby={id} data-no-print="">
          <h2 id={id} className="section-title">
            Not sent yet
          </h2>
          <ul className={styles.list}>
            {records.map((record) => (
              <WaitingRecord
                key={record.seq}
                record={record}
                onEdit={() => (isResult(record) ? setResult(record.seq) : onEdit(record.seq))}
              />
            ))}
          </ul>
        </section>
      )}
      {result !== null && (
        <DeliverableDialog key={result} job={job} asked="" seq={result} onClose={() => setResult(null)} />
      )}
    </>
  );
}
