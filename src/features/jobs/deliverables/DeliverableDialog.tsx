import { useEffect, useId, useMemo, useState } from 'react';
import type { Transfer } from '../../../api/client.ts';
import { apply } from '../../../cache/apply.ts';
import type { JobDetails } from '../../../contract/jobs/jobDetails.ts';
import { nextStatuses } from '../../../contract/jobs/jobRights.ts';
import { staleIn, updateJob } from '../../../outbox/sends/sendJobs.ts';
import { useProfile } from '../../../session/useSession.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/dialog/Dialog.tsx';
import { toastFailure } from '../../../ui/feedback/toastError.ts';
import { UploadBar } from '../../../ui/feedback/UploadBar.tsx';
import { CheckboxGroup } from '../../../ui/form/ChoiceGroup.tsx';
import { FormErrors } from '../../../ui/form/FormErrors.tsx';
import { useFollowed } from '../../../ui/form/useFollowed.ts';
import { type Form, useForm } from '../../../ui/form/useForm.ts';
import { toastSent, undoably, useSendBefore } from '../form/undoableChanges.ts';
import { LazyLicenseNote } from '../proof/lazyProof.tsx';
import { SendFailure } from '../SendFailure.tsx';
import { useFormDraft, useSaving } from '../useFormDraft.ts';
import { DeliverableFields } from './DeliverableFields.tsx';
import { DeliverableDraft, deliverableDraftName } from './deliverableDraft.ts';
import {
  DeliverableRules,
  type DeliverableValues,
  deliverableDraft,
  deliverableOf,
  draftedValues,
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
  const drafted = useFormDraft(email, draftForm, DeliverableDraft);
  return drafted && <DeliverableForm key={drafted.key} {...props} drafted={drafted} />;
}

const completion = { completes: 'And complete the job' };

type DeliverableFormProps = Props & {
  /** The draft of the form. */
  drafted: NonNullable<ReturnType<typeof useFormDraft<DeliverableDraft>>>;
};

/**
 * Lets fields that were not typed in follow the job: its tracking number would be replaced by the one that it had as the form began.
 *
 * @returns the values while nothing is typed
 */
function useFollowedJob(
  { values, set }: Pick<Form<DeliverableValues, unknown>, 'values' | 'set'>,
  { deliverable }: DeliverableValues,
): DeliverableValues {
  const [untouched] = useFollowed(
    {
      values: values.deliverable,
      set: (field, value) => set(`deliverable.${field}` as never, value as never),
    },
    deliverable,
  );
  return useMemo(() => ({ deliverable: untouched, completes: false }), [untouched]);
}

/**
 * Adds a deliverable to a job. It stays mounted while the dialog is closed: a stray tap beside it loses nothing.
 */
function DeliverableForm({ job, asked, drafted, onClose }: DeliverableFormProps) {
  const { draft, left, renew } = drafted;
  const { email, userType } = useProfile();
  const mayComplete = ({ status }: JobDetails) => nextStatuses(status, userType).includes('COMPLETED');
  const id = useId();
  const empty = emptyDeliverable(job);
  const [read] = useState(() => [...draft.get().files]);
  const form = useForm<typeof DeliverableRules, DeliverableValues>(
    DeliverableRules,
    left ? draftedValues(left.content, read, empty) : empty,
    left?.content.issues,
  );
  const untouched = useFollowedJob(form, empty);
  const { files } = form.values.deliverable;
  const content = useMemo(() => deliverableDraft(form.values, untouched), [form.values, untouched]);
  const saving = useSaving(draft, content, files, (all) => form.set('deliverable.files', [...all]));
  const [transfer, setTransfer] = useState<Transfer | null>(null);
  useSendBefore(asked !== null && !content);

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

  const send = form.submit(async (output) => {
    const update = {
      ...{ evJobId: job.jobId, jobUpdateUser: email, version: job.version },
      deliverable: deliverableOf(output),
      ...(completes && { status: 'COMPLETED' as const }),
    };
    try {
      const sent = await draft.handOver((saved) =>
        updateJob(update, {
          ...{ files, context: { draft: content }, onProgress: setTransfer, sent: saved },
          ...undoably,
        }),
      );
      const typed = content && { form: draft.form, content };
      toastSent(sent, completes ? `${done} Job completed.` : done, { typed });
    } catch (error) {
      const now = staleIn(error);
      // The next try begins from the job as it is now.
      if (now) apply({ kind: 'job-changed', job: now });
      // The form, which shows the error otherwise, is out of sight.
      if (!form.ref.current) toastFailure('add the deliverable', error);
      throw error;
    }
    onClose();
    renew();
  });

  return (
    <Dialog
      open={asked !== null}
      onClose={close}
      title={title}
      actions={
        <>
          <Button onClick={close}>Close</Button>
          <Button type="submit" form={id} variant="primary" busy={form.busy} disabled={saving.isReading}>
            {title}
          </Button>
        </>
      }
    >
      <form id={id} ref={form.ref} noValidate onSubmit={send} className="stack">
        <FormErrors
          form={{ ...form, unsaved: saving.unsaved }}
          failureText={form.failure && <SendFailure failure={form.failure} what="deliverable" />}
        />
        {/* A deliverable that is being sent takes nothing more in: the form is empty after it. */}
        <div className="stack" inert={form.busy}>
          <DeliverableFields
            form={form}
            job={job}
            sending={form.busy ? transfer : undefined}
            onPick={() => void draft.save()}
          />
          <LazyLicenseNote jobs={[job]} assignee={job.assignedTo} />
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
        {form.busy && <UploadBar label="Adding deliverable…" transfer={transfer} />}
      </form>
    </Dialog>
  );
}
