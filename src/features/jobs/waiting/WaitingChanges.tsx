import { useState } from 'react';
import type { Job } from '../../../contract/jobs/job.ts';
import { hasDetails, type JobDetails } from '../../../contract/jobs/jobDetails.ts';
import type { JobRecord } from '../../../outbox/records/waitingJobs.ts';
import { DeliverableDialog } from '../deliverables/DeliverableDialog.tsx';
import { DueDialog } from '../due/DueDialog.tsx';
import { dueChangeOf, isDeliverable } from '../form/waitingDraft.ts';
import { WaitingRecords } from './WaitingRecords.tsx';

type Props = {
  job: Job | JobDetails;
  records: readonly JobRecord[];
  /** Opens the job's form with a change. */
  onEdit: (seq: number) => void;
};

/** The changes of a job that are not sent yet. */
export function WaitingChanges({ job, records, onEdit }: Props) {
  const [editedSeq, setEditedSeq] = useState<number | null>(null);
  /** `seq` of the queued due date that is edited. */
  const [dueSeq, setDueSeq] = useState<number | null>(null);
  const dueRecord = records.find(({ seq }) => seq === dueSeq);

  function edit(record: JobRecord) {
    if (isDeliverable(record)) setEditedSeq(record.seq);
    else if (dueChangeOf(record)) setDueSeq(record.seq);
    else onEdit(record.seq);
  }

  return (
    <>
      {records.length > 0 && (
        <div data-no-print="">
          <WaitingRecords records={records} onEdit={hasDetails(job) ? edit : undefined} />
        </div>
      )}
      {dueRecord && (
        <DueDialog job={job} start={dueChangeOf(dueRecord)} seq={dueSeq} onClose={() => setDueSeq(null)} />
      )}
      {editedSeq !== null && hasDetails(job) && (
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
