import { useState } from 'react';
import type { JobDetails } from '../../../contract/jobDetails.ts';
import { useProfile } from '../../../session/useSession.ts';
import { useLeftDraft } from '../form/useKeptDraft.ts';
import { useOpened } from '../form/useOpened.ts';
import { resultOf } from '../form/waitingDraft.ts';
import { DeliverableForm } from './DeliverableForm.tsx';
import { deliverableDraftName, emptyDeliverable, isDeliverableDraft } from './deliverableValues.ts';

type Props = {
  job: JobDetails;
  /** The key of the result to replace, `''` for a new one; null while the dialog is closed. */
  asked: string | null;
  /** Place in the line of the result that waits to be sent and is to be changed. */
  seq?: number | null;
  onClose: () => void;
};

/** The form for a new result. It begins with what was left in it, and anew once a result was sent. */
export function DeliverableDialog({ job, asked, seq = null, onClose }: Props) {
  const { email } = useProfile();
  const draftForm = deliverableDraftName(job.jobId, seq);
  const left = useLeftDraft(email, draftForm);
  const opened = useOpened(seq);
  const [sent, setSent] = useState(0);
  const waiting = opened instanceof Error ? null : opened;
  if (left === undefined || waiting === undefined || (seq !== null && !waiting)) return null;
  const empty = emptyDeliverable(job);
  const typed = sent === 0 && isDeliverableDraft(left?.content) ? left.content : null;
  const waited = waiting && resultOf(waiting.record);
  const untouched = waited ? { deliverable: { ...waited.values, files: waiting.files } } : empty;
  const draft = typed ?? waited;
  const files = (typed ? left?.files : waiting?.files) ?? [];
  return (
    <DeliverableForm
      key={sent}
      job={job}
      asked={asked}
      initial={untouched}
      start={draft ? { deliverable: { ...draft.values, files } } : empty}
      draftForm={draftForm}
      seq={seq}
      onClose={onClose}
      onSent={() => setSent(sent + 1)}
    />
  );
}
