import { useEffect, useRef, useState } from 'react';
import { draftTime, dropDraft, onDraftsOpenedLate } from '../../../outbox/drafts/drafts.ts';
import { readStored, writeStored } from '../../../storage.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { undiscardedText } from '../../../ui/form/unsavedText.ts';
import { jobEditForm } from '../form/jobDraft.ts';

function openedKey(email: string, jobId: string): string {
  return `editing:${email}:${jobId}`;
}

/**
 * Opens and closes a job's form, whose page has the state of whether it is open. After a reload it opens again if it was open with a
 * draft; of any other draft only a notice is shown, because its author may have come for something else.
 *
 * @returns `leftSeconds`: when the draft was saved that the notice is about; null when there is none
 */
export function useJobEditing(
  email: string,
  jobId: string,
  editing: boolean,
  setEditing: (editing: boolean) => void,
) {
  const key = openedKey(email, jobId);
  const [leftSeconds, setLeftSeconds] = useState<number | null>(null);

  useEffect(() => {
    if (editing) return writeStored(key, '', 'sessionStorage');
    let shown = true;
    const find = () =>
      draftTime(email, jobEditForm(jobId)).then((seconds) => {
        if (!shown) return;
        setLeftSeconds(seconds);
        if (seconds !== null && readStored(key, 'sessionStorage') === '') setEditing(true);
      });
    void find();
    const stop = onDraftsOpenedLate({ find });
    return () => {
      shown = false;
      stop();
    };
  }, [email, jobId, key, editing, setEditing]);

  const shown = useRef(editing);
  // The pressed button is gone: focus moves to the heading of what replaced it.
  useEffect(() => {
    if (shown.current === editing) return;
    shown.current = editing;
    document.querySelector<HTMLElement>('[data-page-heading]')?.focus();
  }, [editing]);

  function open(isOpen: boolean) {
    if (!isOpen) writeStored(key, null, 'sessionStorage');
    setLeftSeconds(null);
    setEditing(isOpen);
  }

  return {
    leftSeconds,
    open,
    discard: async () => {
      await dropDraft(email, jobEditForm(jobId));
      const left = await draftTime(email, jobEditForm(jobId));
      setLeftSeconds(left);
      if (left !== null) toast(undiscardedText, { tone: 'bad' });
    },
  };
}
