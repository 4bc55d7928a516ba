import { useState } from 'react';
import type { JobDetails } from '../../../contract/jobDetails.ts';
import type { JobRecord } from '../../../outbox/records/waitingJobs.ts';
import { DeliverableDialog } from '../deliverables/DeliverableDialog.tsx';
import { isDeliverable } from '../form/waitingDraft.ts';
import { WaitingRecords } from './WaitingRecords.tsx';

type Props = {
  job: JobDetails;
  records: readonly JobRecord[];
  /** Opens the job's form with a change. */
  onEdit: (seq: number) => void;
};

/** The changes of a job that are not sent yet. */
export function WaitingChanges({ job, records, onEdit }: Props) {
  const [editedSeq, setEditedSeq] = useState<number | null>(null);
  return (
    <>
      {records.length > 0 && (
        <div data-no-print="">
          <WaitingRecords
            records={records}
            onEdit={(record) => (isDeliverable(record) ? setEditedSeq(record.seq) : onEdit(record.seq))}
          />
        </div>
      )}
      {editedSeq !== null && (
        <DeliverableDialog
          key={editedSeq}
          job={job}
          asked=""
          seq={editedSeq}
          onClose={() => setEditedSeq(null)}
        />
      )}
    </>
  );
}
