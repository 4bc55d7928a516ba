import { useEffect, useId, useMemo, useState } from 'react';
import type * as v from 'valibot';
import { apply } from '../../../cache/apply.ts';
import type { JobDetails } from '../../../contract/jobs/jobDetails.ts';
import { nextStatuses } from '../../../contract/jobs/jobRights.ts';
import type { DraftBytes } from '../../../outbox/drafts/drafts.ts';
import { type Sent, updateJob } from '../../../outbox/sendJobs.ts';
import { useProfile } from '../../../session/useSession.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/dialog/Dialog.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { CheckboxGroup } from '../../../ui/form/ChoiceGroup.tsx';
import { FormErrors } from '../../../ui/form/FormErrors.tsx';
import { unsavedText } from '../../../ui/form/unsavedText.ts';
import { useForm } from '../../../ui/form/useForm.ts';
import { staleIn } from '../edit/jobChanges.ts';
import { SendFailure } from '../form/SendFailure.tsx';
import { UploadProgress } from '../form/UploadProgress.tsx';
import { readingText, useLeftDraft, useLeftFiles } from '../form/useDraft.ts';
import { useOpenedRecord } from '../form/useOpenedRecord.ts';
import { useSavedDraft } from '../form/useSavedDraft.ts';
import { queuedText, useSending } from '../form/useSending.ts';
import { deliverableDraftOf } from '../form/waitingDraft.ts';
import { useIsOffline } from '../useIsOffline.ts';
import { DeliverableFields } from './DeliverableFields.tsx';
import {
  DeliverableRules,
  type DeliverableValues,
  deliverableDraft,
  deliverableDraftName,
  deliverableOf,
  emptyDeliverable,
  isDeliverableDraft,
} from './deliverableValues.ts';

type Props = {
  job: JobDetails;
  /** The key of the deliverable to replace, `''` for a new one; null while the dialog is closed. */
  asked: string | null;
  /** The sequence number of the queued deliverable to edit. */
  seq?: number | null;
  onClose: () => void;
};

/** The form for a new deliverable. It begins with its draft, and is empty again once one was sent. */
export function DeliverableDialog({ job, asked, seq = null, onClose }: Props) {
  const { email } = useProfile();
  const draftForm = deliverableDraftName(job.jobId, seq);
  const left = useLeftDraft(email, draftForm);
  const opened = useOpenedRecord(seq);
  const [sent, setSent] = useState(0);
  const waiting = opened instanceof Error ? null : opened;
  if (left === undefined || waiting === undefined || (seq !== null && !waiting)) return null;
  const empty = emptyDeliverable(job);
  const typed = sent === 0 && isDeliverableDraft(left?.content) ? left.content : null;
  const waited = waiting && deliverableDraftOf(waiting.record);
  const untouched = waited
    ? { deliverable: { ...waited.values, files: waiting.files }, completes: waited.completes ?? false }
    : empty;
  const draft = typed ?? waited;
  const files = (!typed && waiting?.files) || [];
  return (
    <DeliverableForm
      key={sent}
      job={waiting?.job ?? job}
      asked={asked}
      initial={untouched}
      start={draft ? { deliverable: { ...draft.values, files }, completes: draft.completes ?? false } : empty}
      leftBytes={typed ? (left?.bytes ?? null) : null}
      draftForm={draftForm}
      seq={seq}
      onClose={onClose}
      onSent={() => setSent(sent + 1)}
    />
  );
}

const completion = { completes: 'And complete the job' };

type DeliverableFormProps = Required<Props> & {
  /** The values while nothing was typed. */
  initial: DeliverableValues;
  start: DeliverableValues;
  /** The files of its draft; null without any. */
  leftBytes: DraftBytes | null;
  /** The name of its draft. */
  draftForm: string;
  onSent: () => void;
};

/**
 * Adds a deliverable to a job. It stays mounted while the dialog is closed: a stray tap beside it loses nothing. Over 200 lines: values,
 * draft and sending belong together.
 */
function DeliverableForm({
  job,
  asked,
  initial,
  start,
  leftBytes,
  draftForm,
  seq,
  onClose,
  onSent,
}: DeliverableFormProps) {
  const { email, userType } = useProfile();
  const mayComplete = ({ status }: JobDetails) => nextStatuses(status, userType).includes('COMPLETED');
  const id = useId();
  const form = useForm<typeof DeliverableRules, DeliverableValues>(DeliverableRules, start);
  const [untouched] = useState(initial);
  const { files } = form.values.deliverable;
  const { isReading } = useLeftFiles(leftBytes, (read) => form.set('deliverable.files', [...read, ...files]));
  const offline = useIsOffline();
  const content = useMemo(() => deliverableDraft(form.values, untouched), [form.values, untouched]);
  const draft = useSavedDraft(email, draftForm, content, files, isReading);
  const sending = useSending(draft, seq);

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

  async function save(output: v.InferOutput<typeof DeliverableRules>): Promise<Sent> {
    const update = {
      ...{ evJobId: job.jobId, jobUpdateUser: email, version: job.version },
      deliverable: deliverableOf(output),
      ...(output.completes && mayComplete(job) && { status: 'COMPLETED' as const }),
    };
    try {
      return await sending.run((options) => updateJob(update, { files, ...options }));
    } catch (error) {
      const now = staleIn(error);
      // The next try begins from the job as it is now.
      if (now) apply({ kind: 'job-changed', job: now });
      throw error;
    }
  }

  const send = form.submit(async (output) => {
    let sent: Sent;
    try {
      sent = await save(output);
    } catch (error) {
      // The form, which shows the error otherwise, is out of sight.
      if (!form.ref.current) {
        toast(`Couldn’t add the deliverable. ${error instanceof Error ? error.message : ''}`, {
          tone: 'bad',
        });
      }
      throw error;
    }
    if (sent.is === 'queued') toast(queuedText);
    else
      toast(sent.job.status === job.status ? 'Deliverable added.' : 'Deliverable added. Job completed.', {
        tone: 'good',
      });
    onClose();
    onSent();
  });

  return (
    <Dialog
      open={asked !== null}
      onClose={close}
      title="Add deliverable"
      actions={
        <>
          <Button onClick={close}>Close</Button>
          <Button type="submit" form={id} variant="primary" busy={form.busy} disabled={isReading}>
            {offline ? 'Send later' : form.failure ? 'Try again' : 'Add deliverable'}
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
