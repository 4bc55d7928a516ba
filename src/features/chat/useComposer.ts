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

/** Files that are chosen, or will be once they are read; `missing` names those that could not be had. */
export type Picked = readonly File[] | Promise<{ files: readonly File[]; missing: readonly string[] }>;

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
  /** How often a file could not be read, or not be taken, and so is not in the message. */
  const refusals = useRef(0);
  /** Files on their way into the message: those in a cloud, and those of saved replies, take seconds. */
  const adding = useRef<Promise<unknown>>(Promise.resolve());
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

  function addFiles(picked: Picked): Promise<void> {
    input.current?.focus();
    const added = add(picked);
    adding.current = Promise.allSettled([adding.current, added]);
    return added;
  }

  async function add(picked: Picked) {
    const { files: had, missing } = 'then' in picked ? await picked : { files: picked, missing: [] };
    const { files, error: refused } = await readableFiles(had);
    // Reads the draft only now: more may have been typed or chosen while the files were read.
    const { text, files: before } = chatDraft(email, jobId);
    const chosen = withFiles(before, files);
    const refusal = refused || chosen.error;
    if (refusal || missing.length > 0) refusals.current += 1;
    setError(refusal);
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
      const before = refusals.current;
      const pressed = draft.text;
      // Whoever is quick must not send without a file that was chosen, or a photo large that is to be made smaller.
      await adding.current;
      await photos.settled();
      const now = chatDraft(email, jobId);
      // What was typed since is another message, and not finished; of what was edited, nobody has said that it may go.
      if (!now.text.startsWith(pressed)) {
        if (now.text) setError('You changed the message meanwhile. Check it, then send it.');
        return false;
      }
      const ready = { ...now, text: pressed };
      // The user decides whether the message goes without a file that could not be read.
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
