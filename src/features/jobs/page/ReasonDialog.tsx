import { type FormEvent, useEffect, useId } from 'react';
import * as v from 'valibot';
import { shownNameOf } from '../../../api/attachments.ts';
import { ApiError } from '../../../api/client.ts';
import { apply } from '../../../cache/apply.ts';
import { jobStatuses } from '../../../contract/enums.ts';
import { form as fields, reason, requiredMessage } from '../../../contract/fields.ts';
import type { Job } from '../../../contract/jobs/job.ts';
import type { Deliverable } from '../../../contract/jobs/jobDetails.ts';
import { openDraft } from '../../../outbox/drafts/openDrafts.ts';
import { staleIn, updateJob } from '../../../outbox/sends/sendJobs.ts';
import { useProfile } from '../../../session/useSession.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/dialog/Dialog.tsx';
import { toastFailure } from '../../../ui/feedback/toastError.ts';
import { FormErrors } from '../../../ui/form/FormErrors.tsx';
import { useSavedForm } from '../../../ui/form/useSavedForm.ts';
import { baseOf } from '../form/jobDraft.ts';
import { toastSent, undoably } from '../form/undoableChanges.ts';
import { jobName } from '../jobText.ts';
import { ReasonField } from '../ReasonField.tsx';
import { SendFailure } from '../SendFailure.tsx';

const texts = {
  ON_HOLD: {
    title: 'Put this job on hold?',
    confirm: 'Put on hold',
    cancel: 'Cancel',
    what: 'put the job on hold',
    done: `Job moved to ${jobStatuses.ON_HOLD}.`,
  },
  CANCELLED: {
    title: 'Cancel this job?',
    confirm: 'Cancel job',
    cancel: 'Keep job',
    what: 'cancel the job',
    done: `Job moved to ${jobStatuses.CANCELLED}.`,
  },
  WITHDRAWN: {
    title: 'Withdraw this deliverable?',
    confirm: 'Withdraw',
    cancel: 'Keep it',
    what: 'withdraw the deliverable',
    done: 'Deliverable withdrawn.',
  },
} as const;

/** Its values are the saved draft: a change of their shape loses what is saved. */
const ReasonForm = fields({ reason: v.pipe(reason, v.nonEmpty(requiredMessage)) });
const initial = { reason: '' };

export type ReasonDialogProps = {
  job: Job;
  /** The status that the job is to get, or that its deliverable is to be withdrawn. */
  to: keyof typeof texts;
  /** The one to withdraw. */
  deliverable?: Deliverable | undefined;
  open: boolean;
  onClose: () => void;
  /** Called once it was sent or queued. */
  onSent: () => void;
};

/**
 * Asks why a job is put on hold or cancelled, or a deliverable withdrawn, and does so. What is typed is saved until it is sent, and stays
 * while the dialog is closed where nothing can be saved.
 */
export function ReasonDialog({ job, to, deliverable, open, onClose, onSent }: ReasonDialogProps) {
  const { email } = useProfile();
  const id = useId();
  const draftForm = `reason:${job.jobId}:${deliverable?.key ?? to}`;
  const form = useSavedForm(ReasonForm, initial, (rules) => openDraft(email, draftForm, rules));
  const { title, confirm, cancel, what, done } = texts[to];

  const { focus } = form;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each opening; a dialog focuses its first button otherwise.
  useEffect(() => {
    if (open) focus('reason');
  }, [open]);

  const submit = form.submit(async (content) => {
    const changes =
      to === 'WITHDRAWN'
        ? { withdrawal: { deliverable: deliverable?.key ?? '', ...content } }
        : { status: to, ...content };
    const update = { evJobId: job.jobId, jobUpdateUser: email, version: job.version, ...changes };
    try {
      const sent = await form.draft.current?.handOver((sent) =>
        updateJob(update, { context: { base: baseOf(job) }, sent, ...undoably }),
      );
      if (sent) toastSent(sent, done, { typed: { form: draftForm, content } });
    } catch (error) {
      const now = staleIn(error);
      // The next try begins from the job as it is now.
      if (now) apply({ kind: 'job-changed', job: now });
      // The form, which shows the error otherwise, is out of sight.
      if (!form.ref.current) toastFailure(what, error);
      throw error;
    }
    onSent();
  });

  /** Sends nothing, by the keyboard either, before the draft was read. */
  function send(event: FormEvent) {
    if (form.isRead) submit(event);
    else event.preventDefault();
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button onClick={onClose}>{cancel}</Button>
          <Button
            type="submit"
            form={id}
            variant={to === 'ON_HOLD' ? 'primary' : 'danger'}
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
        {deliverable && (
          <p>
            The client can’t open{' '}
            <bdi translate="no">{deliverable.file ? `“${shownNameOf(deliverable.file)}”` : 'it'}</bdi>{' '}
            anymore, and sees why. It stays in EV’s record. This can’t be reversed: to deliver it again, add
            it again.
          </p>
        )}
        {/* The reason of a change that is being sent: the dialog closes with it. */}
        <div inert={form.busy}>
          <ReasonField to={to} jobIds={[job.jobId]} {...form.field('reason')} />
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
