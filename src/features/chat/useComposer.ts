import { type RefObject, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import * as v from 'valibot';
import { fieldIssues } from '../../contract/errors.ts';
import { sentence } from '../../contract/labels.ts';
import { asText } from '../../contract/lines.ts';
import { MessageForm } from '../../contract/messages/messageForms.ts';
import type { ApprovedProfile } from '../../contract/users/user.ts';
import { draftTrouble, onDraftTrouble } from '../../outbox/drafts/drafts.ts';
import { readChosenFile } from '../../outbox/records/fileBytes.ts';
import type { RecordOf } from '../../outbox/records/record.ts';
import { sendMessage } from '../../outbox/sends/sendMessages.ts';
import { getOwner } from '../../session/session.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { asSent, isUnconverted, unconvertedText } from '../../ui/files/pickedFile.ts';
import { usePhotos } from '../../ui/files/usePhotos.ts';
import { unsavedText } from '../../ui/form/unsavedText.ts';
import {
  changeDraft,
  chatDraft,
  draftForm,
  onDraftChange,
  restoreDraft,
  returnToDraft as returnToComposer,
  sendDraft,
} from './chatDrafts.ts';
import type { ChatJob } from './chatJob.ts';
import { readableFiles, withFiles } from './chosenFiles.ts';
import type { Content } from './messageDraft.ts';

/** Returns why text and files cannot be sent, as a sentence; empty when they can. */
function refusalOf({ text, files }: Content): string {
  const checked = v.safeParse(MessageForm, { message: text, attachmentFiles: asSent(files) });
  const [issue] = checked.success ? [] : fieldIssues(checked.issues);
  return issue ? sentence(issue.field, issue.message) : '';
}

function lostText(names: readonly string[]): string {
  return `These files couldn’t be saved. Add them again: ${names.join(', ')}`;
}

/** The unsent message of a job: saved as it is typed, and cleared only when it is enqueued. */
export function useComposer(
  job: ChatJob,
  reader: ApprovedProfile,
  input: RefObject<HTMLTextAreaElement | null>,
) {
  const { jobId, jobReporter, assignedTo } = job;
  const { email, userType } = reader;
  const draft = useSyncExternalStore(onDraftChange, () => chatDraft(email, jobId));
  const trouble = useSyncExternalStore(onDraftTrouble, () => draftTrouble(email, draftForm(jobId)));
  const [error, setError] = useState('');
  const [busy, setBusy] = useState(false);
  const isSending = useRef(false);
  /** Photos that could not be read, and so have left the message. */
  const refusals = useRef(0);
  useEffect(() => {
    let isMounted = true;
    void restoreDraft(email, jobId).then((missing) => {
      if (!isMounted || missing.length === 0) return;
      setError(lostText(missing));
    });
    return () => {
      isMounted = false;
    };
  }, [email, jobId]);

  function change(next: Content) {
    changeDraft(email, jobId, next);
  }

  const photos = usePhotos(draft.files, {
    replace(before, now) {
      const { text, files } = chatDraft(email, jobId);
      if (files.includes(before))
        change({ text, files: files.map((file) => (file === before ? now : file)) });
    },
    refuse(refused, reason) {
      const { text, files } = chatDraft(email, jobId);
      if (!files.includes(refused)) return;
      refusals.current += 1;
      setError(`${refused.name}: ${reason}`);
      change({ text, files: files.filter((file) => file !== refused) });
    },
  });

  async function addFiles(picked: readonly File[]) {
    input.current?.focus();
    const { files, error: refused } = await readableFiles(picked);
    // Reads the draft only now: more may have been typed or chosen while the files were read.
    const { text, files: before } = chatDraft(email, jobId);
    const chosen = withFiles(before, files);
    setError(refused || chosen.error);
    change({ text, files: chosen.files });
    await photos.added(files.filter((file) => chosen.files.includes(file)));
  }

  /**
   * @param addressed ids of the messages that it marks as addressed
   * @returns whether it was handed over
   */
  async function send(addressed: string[] = []): Promise<boolean> {
    if (userType === 'UNSPECIFIED' || isSending.current) return false;
    const refusal = refusalOf(draft);
    setError(refusal);
    if (refusal) return false;
    isSending.current = true;
    setBusy(true);
    try {
      // Photos that are to be made smaller must not be sent large because the user was quick.
      const before = refusals.current;
      await photos.settled();
      const ready = chatDraft(email, jobId);
      // The user decides whether the message goes without a photo that could not be read.
      if (refusals.current > before) return false;
      const late = ready.files.some(isUnconverted) ? unconvertedText : refusalOf(ready);
      if (late) {
        setError(late);
        return false;
      }
      const copies = await Promise.all(ready.files.map(readChosenFile));
      const content = asText(ready.text);
      const marks = addressed.length > 0 && { addressed };
      const message = {
        jobId,
        jobReporter,
        assignedTo,
        content,
        fromUserType: userType,
        ...ready.shots,
        ...marks,
      };
      await sendDraft(email, jobId, ready, (saved) =>
        sendMessage(getOwner(), message, copies, saved.clientId ?? ready.id, saved),
      );
      return true;
    } catch (reason) {
      setError((reason as Error).message);
      return false;
    } finally {
      isSending.current = false;
      setBusy(false);
    }
  }

  /** Takes a message that waits back into the composer. */
  const returnToDraft = useCallback(
    async (record: RecordOf<'message'>) => {
      if (isSending.current) return;
      isSending.current = true;
      setBusy(true);
      try {
        const missing = await returnToComposer(email, record);
        setError(missing.length > 0 ? lostText(missing) : '');
        input.current?.focus();
      } catch (reason) {
        toast((reason as Error).message, { tone: 'bad' });
      } finally {
        isSending.current = false;
        setBusy(false);
      }
    },
    [email, input],
  );
  const unsaved = unsavedText(trouble, 'Send');
  return { draft, error, unsaved, busy, photos, change, addFiles, send, returnToDraft, setError };
}
