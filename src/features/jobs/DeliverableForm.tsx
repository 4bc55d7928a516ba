import { useEffect, useId, useMemo, useState } from 'react';
import type { JobDetails } from '../../contract/job.ts';
import { updateJob } from '../../outbox/send.ts';
import { useProfile } from '../../session/useSession.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { FormErrors } from '../../ui/FormErrors.tsx';
import { toast } from '../../ui/toast.ts';
import { useForm } from '../../ui/useForm.ts';
import { DeliverableFields } from './DeliverableFields.tsx';
import {
  type DeliverableDraft,
  DeliverableRules,
  type DeliverableValues,
  deliverableDraft,
  deliverableDraftName,
  deliverableOf,
} from './deliverableValues.ts';
import { SendFailure } from './SendFailure.tsx';
import { UploadProgress } from './UploadProgress.tsx';
import { useKeptDraft } from './useKeptDraft.ts';
import { useSending } from './useSending.ts';

type Props = {
  job: JobDetails;
  asked: string | null;
  /** The form when nothing was typed. */
  initial: DeliverableValues;
  start: DeliverableValues;
  draft: DeliverableDraft | null;
  onClose: () => void;
  onSent: () => void;
};

/** Adds a result to a job. It lives on while the dialog is closed: a stray tap beside it loses nothing. */
export function DeliverableForm({ job, asked, initial, start, draft, onClose, onSent }: Props) {
  const { email } = useProfile();
  const id = useId();
  const form = useForm<typeof DeliverableRules, DeliverableValues>(DeliverableRules, start);
  // A result fits any version of the job, but a repeat must be the same request.
  const [jobVersion] = useState(draft?.jobVersion ?? job.version);
  const [untouched] = useState(initial);
  const { files } = form.values.deliverable;
  const { transfer, intent, run, stop } = useSending(draft?.kept ?? null, (made) =>
    keep(deliverableDraft(form.values, untouched, jobVersion, made)),
  );
  const content = useMemo(
    () => deliverableDraft(form.values, untouched, jobVersion, intent),
    [form.values, untouched, jobVersion, intent],
  );
  const { keep, forget } = useKeptDraft(email, deliverableDraftName(job.jobId), content, files);

  const { set } = form;
  useEffect(() => {
    if (asked) set('deliverable.supersedes', asked);
  }, [asked, set]);

  /** Which result to replace is asked anew unless something else was typed for it. */
  function close() {
    const rest = { deliverable: { ...form.values.deliverable, supersedes: '' } };
    if (!deliverableDraft(rest, untouched, jobVersion, null)) form.reset(rest);
    onClose();
  }

  const send = form.submit(async (output) => {
    const deliverable = deliverableOf(output);
    const update = { evJobId: job.jobId, jobUpdateUser: email, version: jobVersion, deliverable };
    try {
      await run((sending) => updateJob(update, { files, ...sending }));
    } catch (error) {
      // Told where the person is by now: the form itself is out of sight.
      if (!form.ref.current) {
        toast(`The result was not added. ${error instanceof Error ? error.message : ''}`, { tone: 'bad' });
      }
      throw error;
    }
    toast('The result is on the job’s page now.', { tone: 'good' });
    void forget();
    onClose();
    onSent();
  });

  return (
    <Dialog
      open={asked !== null}
      onClose={close}
      title="Add a stamped result"
      actions={
        <>
          <Button onClick={close}>Close</Button>
          <Button type="submit" form={id} variant="primary" busy={form.busy}>
            {form.failure ? 'Send again' : 'Add result'}
          </Button>
        </>
      }
    >
      <form id={id} ref={form.ref} noValidate onSubmit={send} className="stack">
        <FormErrors
          form={form}
          failureText={form.failure && <SendFailure failure={form.failure} what="result" />}
        />
        <DeliverableFields
          form={form}
          job={job}
          sending={form.busy ? transfer : undefined}
          onPick={() => void keep()}
        />
        {form.busy && <UploadProgress label="Adding the result" transfer={transfer} onStop={stop} />}
      </form>
    </Dialog>
  );
}
