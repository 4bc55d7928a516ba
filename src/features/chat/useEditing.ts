import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { asText } from '../../contract/lines.ts';
import * as saved from '../../outbox/drafts/drafts.ts';
import { saveEveryDraft, saveSoon } from '../../outbox/drafts/saveNow.ts';
import { OutboxError } from '../../outbox/OutboxError.ts';
import { pageOutbox } from '../../outbox/pageOutbox.ts';
import type { Echo } from '../../outbox/records/echoes.ts';
import { readChosenFile } from '../../outbox/records/fileBytes.ts';
import { isPaused } from '../../outbox/records/stopped.ts';
import { pauseMs } from '../../outbox/sending/waits.ts';
import { editMessage, pauseMessage, retryMessage } from '../../outbox/sendMessages.ts';
import { getOwner } from '../../session/session.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { isUnconverted, unconvertedText } from '../../ui/files/pickedFile.ts';
import { usePhotos } from '../../ui/files/usePhotos.ts';
import { unsavedText } from '../../ui/form/unsavedText.ts';
import { newerText } from '../../ui/form/useForm.ts';
import { readableFiles, withFiles } from './chosenFiles.ts';
import { editFormOf, leftEdit, leftEdits, type SavedEdit, saveEdit } from './savedEdit.ts';
import { refusalOf } from './useComposer.ts';

type Content = { text: string; files: readonly File[] };
type MessageRecord = Echo['record'];

/** An edit of a queued message. */
export type Editing = Content & {
  record: MessageRecord;
  /** The message would be sent by now: it is paused, and goes on unchanged when the edit is given up. */
  isPaused: boolean;
  /** The content when the edit began. */
  before: Content;
  error: string;
  busy: boolean;
};

export type Editor = ReturnType<typeof useEditing>;

async function filesOf(record: MessageRecord): Promise<{ files: File[]; error: string }> {
  const stored = await pageOutbox()
    .files(record)
    .catch(() => null);
  const names = record.files.map((file) => file.chosenName);
  if (!stored)
    return {
      files: [],
      error: `These files are no longer on this device. Add them again: ${names.join(', ')}`,
    };
  return {
    files: stored.map(({ chunks, type }, n) => new File([...chunks], names[n] ?? '', { type })),
    error: '',
  };
}

/** Continues a paused message, unless it was continued, sent or deleted meanwhile. */
function resumeSending({ clientId }: MessageRecord): Promise<void> {
  return retryMessage(getOwner(), clientId).catch(() => undefined);
}

function isChanged({ text, files, before }: Editing): boolean {
  return text !== before.text || files !== before.files;
}

async function messageOf(clientId: string): Promise<MessageRecord | null> {
  const records = await pageOutbox().records(getOwner()?.uid ?? '');
  const record = records.find((one) => one.clientId === clientId);
  return record?.kind === 'message' && record.state !== 'acked' ? record : null;
}

const sentBefore = 'The message was already sent. Your edits are in the message box.';

const noFiles: readonly File[] = [];

/**
 * Edits a queued message in its place in the queue. The text is saved as a draft; the message is paused while a window edits it,
 * and for `pauseMs` after. When the window is closed meanwhile, the next one that opens the chat resumes the edit, or puts the text
 * into the composer if the message was sent unchanged.
 *
 * @param onTooLate receives the text, the reason, and the form of its draft, when the message was sent before the edit was saved
 */
export function useEditing(
  email: string,
  jobId: string,
  echoes: readonly Echo[],
  onTooLate: (written: Content, why: string, from: string) => void,
) {
  const [editing, setEditing] = useState<Editing | null>(null);
  const seq = editing?.record.seq;
  const isQueued = echoes.some(({ record }) => record.seq === seq);
  const seen = useRef<number>(undefined);
  const current = useRef(editing);
  /** Photos that could not be read, and so have left the message. */
  const refusals = useRef(0);
  current.current = editing;
  const isMounted = useRef(true);
  const latest = useRef({ resume, onTooLate });
  latest.current = { resume, onTooLate };

  const form = editing && editFormOf(jobId, editing.record.clientId);
  const trouble = useSyncExternalStore(saved.onDraftTrouble, () =>
    form ? saved.draftTrouble(email, form) : null,
  );

  const [saver] = useState(() =>
    saveSoon(() => {
      const now = current.current;
      if (!now) return undefined;
      const form = editFormOf(jobId, now.record.clientId);
      if (!isChanged(now)) return saved.dropDraft(email, form);
      return saveEdit(email, form, now.text, now.files === now.before.files ? null : now.files);
    }),
  );
  useEffect(() => {
    if (editing && isChanged(editing)) saver.soon();
  }, [editing, saver]);

  useEffect(() => {
    isMounted.current = true;
    void latest.current.resume();
    return () => {
      isMounted.current = false;
      void saver.end();
      const now = current.current;
      // A changed message stays paused for a while; the edit is resumed when the chat is opened again.
      if (now?.isPaused && !isChanged(now)) void resumeSending(now.record);
    };
  }, [saver]);

  const paused = editing?.isPaused ? editing.record.clientId : undefined;
  useEffect(() => {
    if (paused === undefined) return;
    const renew = () => void pauseMessage(getOwner(), paused).catch(() => undefined);
    const timer = setInterval(renew, pauseMs / 5);
    const giveUp = () => {
      const now = current.current;
      if (now && !isChanged(now)) void resumeSending(now.record);
    };
    document.addEventListener('visibilitychange', renew);
    window.addEventListener('pagehide', giveUp);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', renew);
      window.removeEventListener('pagehide', giveUp);
    };
  }, [paused]);

  useEffect(() => {
    if (isQueued) seen.current = seq;
    // After a reload, the records are read a moment later than the draft.
    if (!editing || isQueued || editing.busy || seen.current !== seq) return;
    end(editing);
    if (isChanged(editing)) void tooLate(editing.record.clientId, editing, sentBefore);
    else forget(editing.record.clientId);
  });

  function forget(clientId: string): void {
    void saved.dropDraft(email, editFormOf(jobId, clientId));
  }

  function end(ended: Editing): void {
    saver.cancel();
    current.current = null;
    setEditing((now) => (now?.record.seq === ended.record.seq ? null : now));
  }

  /** Moves the text into the composer, and its draft into the composer's. */
  async function tooLate(clientId: string, { text, files }: Content, why: string): Promise<void> {
    latest.current.onTooLate({ text, files }, why, editFormOf(jobId, clientId));
    await saveEveryDraft();
  }

  /** Resumes an edit that a closed window left. */
  async function resume(): Promise<void> {
    for (const edit of await leftEdits(email, jobId)) {
      const record = await messageOf(edit.of);
      if (!isMounted.current || current.current) return;
      if (record) await begin(record, edit);
      else await tooLate(edit.of, { text: edit.text, files: edit.files ?? [] }, sentBefore);
    }
  }

  /** @param left the edit of a closed window */
  async function begin(record: MessageRecord, left?: SavedEdit) {
    const other = current.current;
    if (other) {
      void saver.now();
      if (other.isPaused && !isChanged(other)) void resumeSending(other.record);
    }
    const wasSending = record.state !== 'failed' || isPaused(record);
    try {
      // A connection that returns must not send the unchanged message.
      await pauseMessage(getOwner(), record.clientId);
    } catch (reason) {
      const why = (reason as Error).message;
      if (left) {
        const written = { text: left.text, files: left.files ?? [] };
        await tooLate(record.clientId, written, `${why} Your text is in the message box.`);
      } else toast(why, { tone: 'bad' });
      return;
    }
    // Its own edit may wait since another one was begun.
    const edit = left ?? (await leftEdit(email, editFormOf(jobId, record.clientId)));
    const { files, error } = await filesOf(record);
    if (!isMounted.current) {
      if (wasSending && !edit) void resumeSending(record);
      return;
    }
    const before = { text: record.payload.content, files };
    const content = edit ? { text: edit.text, files: edit.files ?? files } : before;
    current.current = { record, isPaused: wasSending, ...content, before, error, busy: false };
    setEditing(current.current);
  }

  const photos = usePhotos(editing?.files ?? noFiles, {
    replace(before, file) {
      const replaced = (now: Editing) => now.files.map((one) => (one === before ? file : one));
      // `save` reads the state right after the photo is ready.
      flushSync(() => setEditing((now) => now && { ...now, files: replaced(now) }));
    },
    refuse(refused, reason) {
      refusals.current += 1;
      const error = `${refused.name}: ${reason}`;
      const left = (now: Editing) => now.files.filter((file) => file !== refused);
      flushSync(() => setEditing((now) => now && { ...now, files: left(now), error }));
    },
  });

  async function addFiles(picked: readonly File[]) {
    const { files, error } = await readableFiles(picked);
    setEditing((now) => {
      if (!now) return now;
      const chosen = withFiles(now.files, files);
      return { ...now, files: chosen.files, error: error || chosen.error };
    });
    await photos.added(files);
  }

  async function save() {
    if (!editing || editing.busy) return;
    const refusal = refusalOf(editing);
    if (refusal) return setEditing({ ...editing, error: refusal });
    setEditing({ ...editing, error: '', busy: true });
    const { record } = editing;
    try {
      const before = refusals.current;
      await photos.settled();
      // The user decides whether the message goes without a photo that could not be read.
      if (refusals.current > before) return setEditing((now) => now && { ...now, busy: false });
      const ready = current.current ?? editing;
      const { text, files } = ready;
      const late = files.some(isUnconverted) ? unconvertedText : refusalOf(ready);
      if (late) return setEditing((now) => now && { ...now, busy: false, error: late });
      const copies = await Promise.all(files.map(readChosenFile));
      await saver.now();
      const draft = await saved.sentDraft(email, editFormOf(jobId, record.clientId));
      await editMessage(getOwner(), record, asText(text), copies, draft);
      const last = current.current;
      if (last && (last.text !== text || last.files !== files)) return await goOn(record, { text, files });
      end(editing);
      void resume();
    } catch (reason) {
      const code = reason instanceof OutboxError ? reason.code : '';
      if (code !== 'gone' && code !== 'being-sent') {
        const error = (reason as Error).message;
        return setEditing((now) => now && { ...now, busy: false, error });
      }
      const last = current.current ?? editing;
      end(editing);
      void tooLate(
        editing.record.clientId,
        last,
        `${(reason as Error).message} Your text is in the message box.`,
      );
    }
  }

  /** Goes on with what was typed while the message was saved as `before`. */
  async function goOn({ clientId, seq }: MessageRecord, before: Content): Promise<void> {
    // What was typed since may have been saved as an edit of the message as it was.
    await saver.now();
    forget(clientId);
    const records = await pageOutbox().records(getOwner()?.uid ?? '');
    const record = records.find((one) => one.seq === seq);
    if (record?.kind !== 'message') throw new OutboxError('gone');
    await pauseMessage(getOwner(), record.clientId);
    setEditing((now) => now && { ...now, record, isPaused: true, before, busy: false, error: newerText });
  }

  function cancel() {
    if (!editing) return;
    end(editing);
    forget(editing.record.clientId);
    if (editing.isPaused) void resumeSending(editing.record);
    void resume();
  }
  return {
    editing,
    unsaved: unsavedText(trouble, 'Save'),
    photos,
    begin: (record: MessageRecord) => begin(record),
    change: (content: Content) => setEditing((now) => now && { ...now, ...content }),
    addFiles,
    save,
    cancel,
  };
}
