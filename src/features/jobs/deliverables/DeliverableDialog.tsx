import { useEffect, useId, useMemo, useState } from 'react';
import type * as v from 'valibot';
import { apply } from '../../../cache/apply.ts';
import type { JobDetails } from '../../../contract/jobs/jobDetails.ts';
import { nextStatuses } from '../../../contract/jobs/jobRights.ts';
import type { OpenedDraft } from '../../../outbox/drafts/drafts.ts';
import { type SendResult, updateJob } from '../../../outbox/sendJobs.ts';
import { useProfile } from '../../../session/useSession.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/dialog/Dialog.tsx';
import { toastFailure } from '../../../ui/feedback/toastError.ts';
import { CheckboxGroup } from '../../../ui/form/ChoiceGroup.tsx';
import { FormErrors } from '../../../ui/form/FormErrors.tsx';
import { unsavedText } from '../../../ui/form/unsavedText.ts';
import { useForm } from '../../../ui/form/useForm.ts';
import { staleIn } from '../edit/jobChanges.ts';
import { toastSent, undoably } from '../edit/undoableChanges.ts';
import { SendFailure } from '../form/SendFailure.tsx';
import { UploadProgress } from '../form/UploadProgress.tsx';
import { type Left, readingText, useDraft, useLeftFiles } from '../form/useDraft.ts';
import { useSavedDraft } from '../form/useSavedDraft.ts';
import { useSending } from '../form/useSending.ts';
import { useIsOffline } from '../useIsOffline.ts';
import { DeliverableFields } from './DeliverableFields.tsx';
import {
  DeliverableDraft,
  DeliverableRules,
  type DeliverableValues,
  deliverableDraft,
  deliverableDraftName,
  deliverableOf,
  emptyDeliverable,
} from './deliverableValues.ts';

type Props = {
  job: JobDetails;
  /** The key of the deliverable to replace, `''` for a new one; null while the dialog is closed. */
  asked: string | null;
  onClose: () => void;
};

/** The form for a new deliverable. It begins with its draft, and is empty again once one was sent. */
export function DeliverableDialog(props: Props) {
  const { email } = useProfile();
  const draftForm = deliverableDraftName(props.job.jobId);
  const { left, key, begin } = useDraft(email, draftForm, DeliverableDraft);
  if (left === undefined) return null;
  return <DeliverableForm key={key} {...props} left={left} draftForm={draftForm} onBegin={begin} />;
}

const completion = { completes: 'And complete the job' };

type DeliverableFormProps = Props & {
  left: Left<DeliverableDraft> | null;
  /** The name of its draft. */
  draftForm: string;
  /** Begins the form anew: empty, or with the draft of another window. */
  onBegin: (draft: OpenedDraft | null) => void;
};

/**
 * Adds a deliverable to a job. It stays mounted while the dialog is closed: a stray tap beside it loses nothing.
 */
function DeliverableForm({ job, asked, left, draftForm, onClose, onBegin }: DeliverableFormProps) {
  const { email, userType } = useProfile();
  const mayComplete = ({ status }: JobDetails) => nextStatuses(status, userType).includes('COMPLETED');
  const id = useId();
  // The values while nothing was typed.
  const [untouched] = useState(() => emptyDeliverable(job));
  const form = useForm<typeof DeliverableRules, DeliverableValues>(
    DeliverableRules,
    left
      ? { deliverable: { ...left.content.values, files: [] }, completes: left.content.completes ?? false }
      : untouched,
  );
  const { files } = form.values.deliverable;
  const { isReading } = useLeftFiles(left?.bytes ?? null, (read) =>
    form.set('deliverable.files', [...read, ...files]),
  );
  const offline = useIsOffline();
  const content = useMemo(() => deliverableDraft(form.values, untouched), [form.values, untouched]);
  const draft = useSavedDraft(email, draftForm, content, files, onBegin, isReading);
  const sending = useSending(draft);

  const isReplacement = form.values.deliverable.supersedes !== '';
  const title = isReplacement ? 'Replace deliverable' : 'Add deliverable';
  const done = isReplacement ? 'Deliverable replaced.' : 'Deliverable added.';

  const { set } = form;
  useEffect(() => {
    if (asked) set('deliverable.supersedes', asked);
  }, [asked, set]);

  /** Forgets which deliverable to replace, unless something was typed for it. */
  function close() {
    const rest = { ...form.values, deliverable: { ...form.values.deliverable, supersedes: '' } };
    if (!deliverableDraft(rest, untouched)) form.reset(rest);
    onClose();
  }

  const completes = form.values.completes && mayComplete(job);

  async function save(output: v.InferOutput<typeof DeliverableRules>): Promise<SendResult> {
    const update = {
      ...{ evJobId: job.jobId, jobUpdateUser: email, version: job.version },
      deliverable: deliverableOf(output),
      ...(completes && { status: 'COMPLETED' as const }),
    };
    try {
      return await sending.run((options) => updateJob(update, { files, ...options, ...undoably }));
    } catch (error) {
      const now = staleIn(error);
      // The next try begins from the job as it is now.
      if (now) apply({ kind: 'job-changed', job: now });
      throw error;
    }
  }

  const send = form.submit(async (output) => {
    let sent: SendResult;
    try {
      sent = await save(output);
    } catch (error) {
      // The form, which shows the error otherwise, is out of sight.
      if (!form.ref.current) toastFailure('add the deliverable', error);
      throw error;
    }
    const typed = content && { form: draftForm, content };
    toastSent(sent, completes ? `${done} Job completed.` : done, typed ?? undefined);
    onClose();
    onBegin(null);
  });

  return (
    <Dialog
      open={asked !== null}
      onClose={close}
      title={title}
      actions={
        <>
          <Button onClick={close}>Close</Button>
          <Button type="submit" form={id} variant="primary" busy={form.busy} disabled={isReading}>
            {offline ? 'Send later' : form.failure ? 'Try again' : title}
          </Button>
        </>
      }
    >
      <form id={id} ref={form.ref} noValidate onSubmit={send} className="stack">
        <FormErrors
          form={{ ...form, unsaved: isReading ? readingText : unsavedText(draft.trouble) }}
          failureText={form.failure && <SendFailure failure={form.failure} what="deliverable" />}
        />
        {/* A deliverable that is being sent takes nothing more in: the form is empty after it. */}
        <div className="stack" inert={form.busy}>
          <DeliverableFields
            form={form}
            job={job}
            sending={form.busy ? sending.transfer : undefined}
            onPick={() => void draft.save()}
          />
          {mayComplete(job) && (
            <CheckboxGroup
              label="Status"
              name="completes"
              options={completion}
              value={form.values.completes ? ['completes'] : []}
              onChange={(chosen) => form.set('completes', chosen.includes('completes'))}
            />
          )}
        </div>
        {form.busy && <UploadProgress label="Adding deliverable…" sending={sending} />}
      </form>
    </Dialog>
  );
}
