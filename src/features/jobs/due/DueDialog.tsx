import { useRef, useState } from 'react';
import type * as v from 'valibot';
import { apply } from '../../../cache/apply.ts';
import { DueChange } from '../../../contract/due/dueChange.ts';
import { form as fields } from '../../../contract/fields.ts';
import type { Job } from '../../../contract/jobs/job.ts';
import { maxReasonLength } from '../../../contract/limits.ts';
import { isSameValue } from '../../../format/sameValue.ts';
import { openDraft } from '../../../outbox/drafts/openDrafts.ts';
import { staleIn, updateJob } from '../../../outbox/sends/sendJobs.ts';
import { useProfile } from '../../../session/useSession.ts';
import { serverTime } from '../../../timing.ts';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx';
import { FormDialog } from '../../../ui/dialog/FormDialog.tsx';
import { CheckboxGroup } from '../../../ui/form/ChoiceGroup.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { tooLongText } from '../../../ui/form/tooLongText.ts';
import { useSavedForm } from '../../../ui/form/useSavedForm.ts';
import { toastSent, undoably } from '../form/undoableChanges.ts';
import { dueDayText } from './dueText.ts';

const DueForm = fields({ due: DueChange });
type Values = { due: { date: string | null; reason: string } };

/** Says what is unusual about a date, which may be mistyped; empty where nothing is. */
function unusualText(isoDate: string): string {
  const now = new Date(serverTime());
  const day = dueDayText(isoDate);
  const date = new Date(`${isoDate}T23:59:59`);
  if (date < now) return `${day} is in the past.`;
  const year = date.getFullYear();
  now.setFullYear(now.getFullYear() + 1, now.getMonth(), now.getDate() + 1);
  return date < now ? '' : `${day} is in ${year}, more than a year ahead.`;
}

/** Returns the date that staff have set; null where the rules decide. */
function setDateOf({ due }: Pick<Job, 'due'>): string | null {
  return due?.isSet ? due.date : null;
}

type Props = {
  job: Job;
  /** The queued change that the form begins with, which another choice replaces; null for the job's date. */
  start: DueChange | null;
  onClose: () => void;
  /** Called once it is stored. */
  onDone?: () => void;
};

/** Changes the due date of a job. What is typed is saved until it is sent. */
export function DueDialog({ job, start, onClose, onDone }: Props) {
  const { email } = useProfile();
  const initial: Values = { due: start ?? { date: job.due?.date ?? '', reason: '' } };
  const form = useSavedForm(DueForm, initial, (rules) => openDraft(email, `due:${job.jobId}`, rules));
  const { date } = form.values.due;
  const reason = form.field('due.reason');
  /** The unusual date that the user is asked about, and the one that they have confirmed. */
  const [asked, setAsked] = useState<string | null>(null);
  const confirmed = useRef<string>(null);
  /** What was set as the form began: what a colleague sets while something is typed here is not seen, though the page behind has it. */
  const seen = useRef(setDateOf(job));
  if (!start && isSameValue(form.values, initial)) seen.current = setDateOf(job);

  async function save({ due }: v.InferOutput<typeof DueForm>) {
    if (!form.isRead) return;
    if (due.date !== null && due.date !== confirmed.current && unusualText(due.date)) {
      return setAsked(due.date);
    }
    const change = { ...due, seen: seen.current };
    const update = { evJobId: job.jobId, jobUpdateUser: email, version: job.version, due: change };
    try {
      const sent = await form.draft.current?.handOver((sent) => updateJob(update, { sent, ...undoably }));
      if (sent)
        toastSent(sent, 'Due date changed.', { typed: { form: `due:${job.jobId}`, content: { due } } });
    } catch (error) {
      const now = staleIn(error);
      if (now) {
        // The next try begins from the job as it is now.
        apply({ kind: 'job-changed', job: now });
        seen.current = setDateOf(now);
      }
      throw error;
    }
    onDone?.();
    onClose();
  }

  return (
    <>
      <FormDialog
        title={job.due ? 'Change due date' : 'Set due date'}
        form={form}
        onSubmit={form.submit(save)}
        onClose={onClose}
        submit="Save due date"
      >
        {date !== null && (
          <TextField label="Due date" required type="date" {...form.field('due.date')} value={date} />
        )}
        {(date === null || job.due?.isSet) && (
          <CheckboxGroup
            label="Rules"
            required
            name="rules"
            options={{ on: 'Use the date from the due date rules' }}
            value={date === null ? ['on'] : []}
            onChange={([on]) => form.set('due.date', on ? null : (job.due?.date ?? ''))}
          />
        )}
        <TextField
          label="Reason"
          required
          hint="Only staff see the reason"
          {...reason}
          error={tooLongText(reason.value, maxReasonLength) || reason.error}
        />
      </FormDialog>
      <ConfirmDialog
        open={asked !== null}
        onClose={() => setAsked(null)}
        title="Set this due date?"
        confirm="Set due date"
        variant="primary"
        onConfirm={() => {
          confirmed.current = asked;
          setAsked(null);
          form.submit(save)();
        }}
      >
        {asked !== null && `${unusualText(asked)} Set it anyway?`}
      </ConfirmDialog>
    </>
  );
}
