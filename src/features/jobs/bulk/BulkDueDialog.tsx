import { DueChange } from '../../../contract/due/dueChange.ts';
import { form as fields } from '../../../contract/fields.ts';
import type { Job } from '../../../contract/jobs/job.ts';
import { maxReasonLength } from '../../../contract/limits.ts';
import { counted } from '../../../format/counted.ts';
import { FormDialog } from '../../../ui/dialog/FormDialog.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { tooLongText } from '../../../ui/form/tooLongText.ts';
import { useForm } from '../../../ui/form/useForm.ts';
import { useUnsaved } from '../../../ui/form/useUnsaved.ts';
import { type BulkChange, changedBy } from './bulkChange.ts';

const DueForm = fields({ due: DueChange });

type Props = {
  jobs: readonly Job[];
  onClose: () => void;
  onChoose: (change: BulkChange, words: string) => void;
};

/** Asks for one due date and one reason for all selected jobs that are open. */
export function BulkDueDialog({ jobs, onClose, onChoose }: Props) {
  const form = useForm<typeof DueForm, { due: { date: string; reason: string } }>(DueForm, {
    due: { date: '', reason: '' },
  });
  useUnsaved(form.values);
  const reason = form.field('due.reason');
  const { date } = form.values.due;
  const changing = changedBy(jobs, { due: { date, reason: '' } });
  const staying = jobs.length - changing.length;
  return (
    <FormDialog
      title={`Due date of ${counted(jobs.length, 'job')}`}
      form={form}
      onSubmit={form.submit(async ({ due }) => {
        if (changing.length > 0) onChoose({ due }, '');
      })}
      onClose={onClose}
      submit={`Set due date of ${counted(changing.length, 'job')}`}
      state={{ 'aria-disabled': changing.length === 0 }}
      leave="Cancel"
    >
      <TextField label="Due date" required type="date" {...form.field('due.date')} value={date} />
      <TextField
        label="Reason"
        required
        hint="Only staff see the reason"
        {...reason}
        error={tooLongText(reason.value, maxReasonLength) || reason.error}
      />
      {staying > 0 && (
        <p className="soft">
          {counted(staying, 'job')} {staying === 1 ? 'is' : 'are'} closed or already due then.
        </p>
      )}
    </FormDialog>
  );
}
