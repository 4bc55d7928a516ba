import { useState } from 'react';
import type { JobDetails } from '../../contract/job.ts';
import { useProfile } from '../../session/useSession.ts';
import { DeliverableForm } from './DeliverableForm.tsx';
import { deliverableDraftName, emptyDeliverable, isDeliverableDraft } from './deliverableValues.ts';
import { useLeftDraft } from './useKeptDraft.ts';

type Props = {
  job: JobDetails;
  /** The key of the result to replace, `''` for a new one; null while the dialog is closed. */
  asked: string | null;
  onClose: () => void;
};

/** The form for a new result. It begins with what was left in it, and anew once a result was sent. */
export function DeliverableDialog({ job, asked, onClose }: Props) {
  const { email } = useProfile();
  const left = useLeftDraft(email, deliverableDraftName(job.jobId));
  const [sent, setSent] = useState(0);
  if (left === undefined) return null;
  const empty = emptyDeliverable(job);
  const draft = sent === 0 && isDeliverableDraft(left?.content) ? left.content : null;
  const files = draft ? (left?.files ?? []) : [];
  return (
    <DeliverableForm
      key={sent}
      job={job}
      asked={asked}
      initial={empty}
      start={draft ? { deliverable: { ...draft.values, files } } : empty}
      draft={draft}
      onClose={onClose}
      onSent={() => setSent(sent + 1)}
    />
  );
}
