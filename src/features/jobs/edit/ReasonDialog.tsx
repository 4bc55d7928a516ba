import { useEffect, useId, useMemo } from 'react';
import * as v from 'valibot';
import { ApiError } from '../../../api/client.ts';
import { apply } from '../../../cache/apply.ts';
import { type JobStatus, jobStatuses } from '../../../contract/enums.ts';
import type { Job } from '../../../contract/jobs/job.ts';
import { reasonRules } from '../../../contract/jobs/reasonForm.ts';
import type { OpenedDraft } from '../../../outbox/drafts/drafts.ts';
import { updateJob } from '../../../outbox/sendJobs.ts';
import { useProfile } from '../../../session/useSession.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/dialog/Dialog.tsx';
import { FormErrors } from '../../../ui/form/FormErrors.tsx';
import { unsavedText } from '../../../ui/form/unsavedText.ts';
import { useForm } from '../../../ui/form/useForm.ts';
import { SendFailure } from '../form/SendFailure.tsx';
import { useDraft } from '../form/useDraft.ts';
import { useSavedDraft } from '../form/useSavedDraft.ts';
import { useSending } from '../form/useSending.ts';
import { jobName } from '../jobText.ts';
import { heldSending, toastSent } from './heldChanges.ts';
import { baseOf, staleIn } from './jobChanges.ts';
import { ReasonField } from './ReasonField.tsx';

/** What was typed; a draft of another shape is not shown. */
const ReasonDraft = v.object({ reason: v.string() });

const texts = {
  ON_HOLD: { title: 'Put this job on hold?', confirm: 'Put on hold', cancel: 'Cancel' },
  CANCELLED: { title: 'Cancel this job?', confirm: 'Cancel job', cancel: 'Keep job' },
} as const;

type Props = {
  job: Job;
  /** The status that the job is to get. */
  to: keyof typeof texts;
  open: boolean;
  onClose: () => void;
  /** Called once it was sent or queued. */
  onSent: () => void;
};

/** Asks why a job is put on hold or cancelled, and changes its status. It begins with its draft. */
export function ReasonDialog(props: Props) {
  const { email } = useProfile();
  const draftForm = `reason:${props.job.jobId}:${props.to}`;
  const { left, key, begin } = useDraft(email, draftForm, ReasonDraft);
  if (left === undefined) return null;
  return (
    <ReasonForm
      key={key}
      {...props}
      draftForm={draftForm}
      typed={left?.content.reason ?? ''}
      onElsewhere={begin}
    />
  );
}

type Values = { status: JobStatus; reason: string };

function ReasonForm({
  job,
  to,
  open,
  onClose,
  onSent,
  draftForm,
  typed,
  onElsewhere,
}: Props & { draftForm: string; typed: string; onElsewhere: (draft: OpenedDraft | null) => void }) {
  const { email } = useProfile();
  const id = useId();
  const rules = useMemo(() => reasonRules('IN_PROGRESS'), []);
  const form = useForm<typeof rules, Values>(rules, { status: to, reason: typed });
  const { reason } = form.values;
  const content = useMemo(() => (reason === '' ? null : { reason }), [reason]);
  const draft = useSavedDraft(email, draftForm, content, noFiles, onElsewhere);
  const sending = useSending(draft);
  const { title, confirm, cancel } = texts[to];

  const { focus } = form;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each opening; a dialog focuses its first button otherwise.
  useEffect(() => {
    if (open) focus('reason');
  }, [open]);

  const send = form.submit(async (output) => {
    const update = { evJobId: job.jobId, jobUpdateUser: email, version: job.version };
    const changes = { status: to, reason: output.reason };
    try {
      const held = { context: { base: baseOf(job) }, ...heldSending() };
      const sent = await sending.run((options) =>
        updateJob({ ...update, ...changes }, { ...held, ...options }),
      );
      const typed = { form: draftForm, content: { reason: output.reason } };
      toastSent(sent, held, `Job moved to ${jobStatuses[to]}.`, typed);
    } catch (error) {
      const now = staleIn(error);
      // The next try begins from the job as it is now.
      if (now) apply({ kind: 'job-changed', job: now });
      throw error;
    }
    onSent();
  });

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
            variant={to === 'CANCELLED' ? 'danger' : 'primary'}
            busy={form.busy}
          >
            {confirm}
          </Button>
        </>
      }
    >
      <form id={id} ref={form.ref} noValidate onSubmit={send} className="stack">
        <FormErrors
          form={{ ...form, unsaved: unsavedText(draft.trouble) }}
          failureText={form.failure && <Failure failure={form.failure} />}
        />
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

const noFiles: readonly File[] = [];

function Failure({ failure }: { failure: Error }) {
  if (!(failure instanceof ApiError) || failure.code !== 'stale') {
    return <SendFailure failure={failure} what="changes" />;
  }
  return <>{failure.message} Review the latest version and try again.</>;
}
