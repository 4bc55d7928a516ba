import { useSyncExternalStore } from 'react';
import type { Job } from '../../../contract/jobs/job.ts';
import { hasDetails, type JobDetails } from '../../../contract/jobs/jobDetails.ts';
import type { JobRecord } from '../../../outbox/records/waitingJobs.ts';
import type { Once } from '../../../timing.ts';
import { loadAsked } from '../../../ui/dialog/useDialogCode.ts';
import { toastError } from '../../../ui/feedback/toastError.ts';
import { useAction } from '../../../ui/useAction.ts';
import { useDueDialog } from '../due/JobDue.tsx';
import { onUndoableChange, undoableChanges } from '../form/undoableChanges.ts';
import { returnChangeToDraft, returnDeliverableToDraft } from './returnToDraft.ts';
import { WaitingRecords } from './WaitingRecords.tsx';
import { dueChangeOf, isDeliverable } from './waitingDraft.ts';

type Form = 'job' | 'deliverable';
type Props = {
  job: Job | JobDetails;
  records: readonly JobRecord[];
  /** Loads the code of the forms. */
  forms: Readonly<Record<Form, Once<[], object>>>;
  /** Called when a change has become the draft of the job's form, or of that of a deliverable. */
  onEdit: (form: Form) => void;
};

/** The changes of a job that are not sent yet. */
export function WaitingChanges({ job, records: all, forms, onEdit }: Props) {
  const undoable = useSyncExternalStore(onUndoableChange, undoableChanges);
  // Those are in their toasts, and applied to the job beside; a due date, a deliverable and files are not.
  const isApplied = ({ kind, files, ...record }: JobRecord) =>
    kind !== 'due' && files.length === 0 && !isDeliverable(record);
  const records = all.filter((record) => !undoable.has(record.clientId) || !isApplied(record));
  const due = useDueDialog(job);

  const { run: edit } = useAction(async (record: JobRecord) => {
    const choice = dueChangeOf(record);
    if (choice) return due.ask(choice);
    const form = isDeliverable(record) ? 'deliverable' : 'job';
    // Where its form cannot be loaded, it stays in the queue.
    if (!(await loadAsked(forms[form]))) return;
    if (form === 'deliverable') await returnDeliverableToDraft(record);
    else await returnChangeToDraft(record, job);
    onEdit(form);
  }, toastError);

  return (
    <>
      {records.length > 0 && (
        <div data-no-print="">
          <WaitingRecords
            records={records}
            onEdit={hasDetails(job) ? (record) => void edit(record) : undefined}
          />
        </div>
      )}
      {due.dialog}
    </>
  );
}
