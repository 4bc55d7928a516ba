import { type ReactNode, useEffect, useId, useState } from 'react';
import { ApiError } from '../../../api/client.ts';
import { apply } from '../../../cache/apply.ts';
import { type JobStatus, jobStatuses } from '../../../contract/enums.ts';
import type { Job } from '../../../contract/jobs/job.ts';
import { reasonRules } from '../../../contract/jobs/reasonForm.ts';
import { openFormDraft } from '../../../outbox/drafts/formDraft.ts';
import { updateJob } from '../../../outbox/sendJobs.ts';
import { useProfile } from '../../../session/useSession.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/dialog/Dialog.tsx';
import { FormErrors } from '../../../ui/form/FormErrors.tsx';
import { useSavedForm } from '../../../ui/form/useSavedForm.ts';
import { SendFailure } from '../form/SendFailure.tsx';
import { jobName } from '../jobText.ts';
import { heldSending, toastSent } from './heldChanges.ts';
import { baseOf, staleIn } from './jobChanges.ts';
import { ReasonField } from './ReasonField.tsx';

const texts = {
  ON_HOLD: { title: 'Put this job on hold?', confirm: 'Put on hold', cancel: 'Cancel' },
  CANCELLED: { title: 'Cancel this job?', confirm: 'Cancel job', cancel: 'Keep job' },
} as const;

const rules = reasonRules('IN_PROGRESS');

type Props = {
  job: Job;
  /** The status that the job is to get. */
  to: keyof typeof texts;
  onClose: () => void;
};

type Values = { status: JobStatus; reason: string };

/** Asks why a job is put on hold or cancelled, and changes its status. What is typed is saved until it is sent. */
function ReasonDialog({ job, to, onClose }: Props) {
  const { email } = useProfile();
  const id = useId();
  const draftForm = `reason:${job.jobId}:${to}`;
  const initial: Values = { status: to, reason: '' };
  const form = useSavedForm(rules, initial, () => openFormDraft(email, draftForm));
  const { title, confirm, cancel } = texts[to];

  const { focus } = form;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once; a dialog focuses its first button otherwise.
  useEffect(() => focus('reason'), []);

  const send = form.submit(async ({ reason }) => {
    const content = { status: to, reason };
    const update = { evJobId: job.jobId, jobUpdateUser: email, version: job.version, ...content };
    const sending = heldSending();
    try {
      const sent = await updateJob(update, {
        context: { base: baseOf(job) },
        sent: await form.draft.current?.sent(),
        ...sending,
      });
      toastSent(sent, sending, `Job moved to ${jobStatuses[to]}.`, { form: draftForm, content });
    } catch (error) {
      const now = staleIn(error);
      // The next try begins from the job as it is now.
      if (now) apply({ kind: 'job-changed', job: now });
      throw error;
    }
    form.reset(initial);
    onClose();
  });

  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button onClick={onClose}>{cancel}</Button>
          <Button
            type="submit"
            form={id}
            variant={to === 'CANCELLED' ? 'danger' : 'primary'}
            busy={form.busy}
            disabled={!form.isRead}
          >
            {confirm}
          </Button>
        </>
      }
    >
      <form id={id} ref={form.ref} noValidate onSubmit={send} className="stack">
        <FormErrors form={form} failureText={form.failure && <Failure failure={form.failure} />} />
        {to === 'CANCELLED' && (
          <p>
            Work on “{jobName(job)}” stops. Files and messages stay. Only EV staff can reopen a cancelled job.
          </p>
        )}
        {/* The reason of a change that is being sent: the dialog closes with it. */}
        <div inert={form.busy}>
          <ReasonField to={to} {...form.field('reason')} />
        </div>
      </form>
    </Dialog>
  );
}

function Failure({ failure }: { failure: Error }) {
  if (!(failure instanceof ApiError) || failure.code !== 'stale') {
    return <SendFailure failure={failure} what="changes" />;
  }
  return <>{failure.message} Review the latest version and try again.</>;
}

/** Opens the dialog that asks why a job gets a status. */
export function useReasonDialog(job: Job, to: Props['to']): { ask: () => void; dialog: ReactNode } {
  const [isOpen, setOpen] = useState(false);
  return {
    ask: () => setOpen(true),
    dialog: isOpen && <ReasonDialog job={job} to={to} onClose={() => setOpen(false)} />,
  };
}
