import { useState } from 'react';
import type { JobDetails } from '../../../contract/jobDetails.ts';
import type { JobRecord } from '../../../outbox/records/waitingJobs.ts';
import { isResult } from '../form/waitingDraft.ts';
import { DeliverableDialog } from '../results/DeliverableDialog.tsx';
import { WaitingRecords } from './WaitingRecords.tsx';

type Props = {
  job: JobDetails;
  records: readonly JobRecord[];
  /** Opens the job's form with a change. */
  onEdit: (seq: number) => void;
};

/** The changes of a job that are not sent yet. */
export function WaitingChanges({ job, records, onEdit }: Props) {
  const [result, setResult] = useState<number | null>(null);
  return (
    <>
      {records.length > 0 && (
        <div data-no-print="">
          <WaitingRecords
            records={records}
            onEdit={(record) => (isResult(record) ? setResult(record.seq) : onEdit(record.seq))}
          />
        </div>
      )}
      {result !== null && (
        <DeliverableDialog key={result} job={job} asked="" seq={result} onClose={() => setResult(null)} />
      )}
    </>
  );
}
