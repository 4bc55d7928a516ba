import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import * as saved from '../../outbox/drafts/drafts.ts';
import { keepEveryDraft, saveSoon } from '../../outbox/drafts/keepNow.ts';
import { OutboxError } from '../../outbox/OutboxError.ts';
import { pageOutbox } from '../../outbox/pageOutbox.ts';
import type { Echo } from '../../outbox/records/echoes.ts';
import { holdFile } from '../../outbox/records/fileBytes.ts';
import { holdMs, isHeld } from '../../outbox/sending/waits.ts';
import { editMessage, holdMessage, retryMessage } from '../../outbox/sendMessages.ts';
import { getOwner } from '../../session/session.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { usePhotos } from '../../ui/files/usePhotos.ts';
import { joined, sendable } from './chosenFiles.ts';
import { editFormOf, leftEdits, type SavedEdit, saveEdit } from './savedEdit.ts';
import { refusalOf } from './useComposer.ts';

type Content = { text: string; files: readonly File[] };
type MessageRecord = Echo['record'];

/** A waiting message being changed where it stands. */
export type Editing = Content & {
  record: MessageRecord;
  /** It was on its way, and goes on as it is when it is not changed after all. */
  isHeld: boolean;
  /** As it was when the change began. */
  before: Content;
  error: string;
  busy: boolean;
};

export type Editor = ReturnType<typeof useEditing>;

async function filesOf(record: MessageRecord): Promise<{ files: File[]; error: string }> {
  const kept = await pageOutbox()
    .files(record)
    .catch(() => null);
  const names = record.files.map((file) => file.chosenName);
  if (!kept) return { files: [], error: `Please choose again what is no longer here: ${names.join(', ')}` };
  return {
    files: kept.map(({ chunks, type }, n) => new File([...chunks], names[n] ?? '', { type })),
    error: '',
  };
}

/** Gone on with, sent or taken away meanwhile, it needs no letting go. */
function release({ clientId }: MessageRecord): Promise<void> {
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

const wasSent = 'The message was sent before it was changed. What you wrote since is here.';

/**
 * Changes a message that has not left yet, in its place in the line. What is typed is saved as a draft; the message is held back
 * while a window has it open, and for `holdMs` after. Should the window end in between, the next one that opens the chat goes on with
 * the change, or, once the message was sent as it was, puts what was typed into the composer.
 *
 * @param onTooLate told what was written, why, and in which draft, when the message left before the change was made
 */
export function useEditing(
  email: string,
  jobId: string,
  echoes: readonly Echo[],
  onTooLate: (written: Content, why: string, from: string) => void,
) {
  const [editing, setEditing] = useState<Editing | null>(null);
  const seq = editing?.record.seq;
  const isHere = echoes.some(({ record }) => record.seq === seq);
  const seen = useRef<number>(undefined);
  const current = useRef(editing);
  current.current = editing;
  const isOpen = useRef(true);
  const latest = useRef({ resume, onTooLate });
  latest.current = { resume, onTooLate };

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
    isOpen.current = true;
    void latest.current.resume();
    return () => {
      isOpen.current = false;
      void saver.end();
      const now = current.current;
      // What is half changed stays held for a while; it is gone on with when the chat is opened again.
      if (now?.isHeld && !isChanged(now)) void release(now.record);
    };
  }, [saver]);

  const held = editing?.isHeld ? editing.record.clientId : undefined;
  useEffect(() => {
    if (held === undefined) return;
    const holdOn = () => void holdMessage(getOwner(), held).catch(() => undefined);
    const timer = setInterval(holdOn, holdMs / 5);
    const letGo = () => {
      const now = current.current;
      if (now && !isChanged(now)) void release(now.record);
    };
    document.addEventListener('visibilitychange', holdOn);
    window.addEventListener('pagehide', letGo);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', holdOn);
      window.removeEventListener('pagehide', letGo);
    };
  }, [held]);

  useEffect(() => {
    if (isHere) seen.current = seq;
    // After a reload the records are read a moment later than the draft.
    if (!editing || isHere || editing.busy || seen.current !== seq) return;
    end(editing);
    if (isChanged(editing)) void tooLate(editing.record.clientId, editing, wasSent);
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

  /** What was typed goes into the composer, and from one draft into the other. */
  async function tooLate(clientId: string, { text, files }: Content, why: string): Promise<void> {
    latest.current.onTooLate({ text, files }, why, editFormOf(jobId, clientId));
    await keepEveryDraft();
  }

  /** Goes on with what a window left that ended in the middle of it. */
  async function resume(): Promise<void> {
    for (const edit of await leftEdits(email, jobId)) {
      const record = await messageOf(edit.of);
      if (!isOpen.current || current.current) return;
      if (record) await begin(record, edit);
      else await tooLate(edit.of, { text: edit.text, files: edit.files ?? [] }, wasSent);
    }
  }

  /** @param left what was typed before, in a window that ended */
  async function begin(record: MessageRecord, left?: SavedEdit) {
    const other = current.current;
    if (other) {
      void saver.now();
      if (other.isHeld && !isChanged(other)) void release(other.record);
    }
    const wasHeld = record.state !== 'failed' || isHeld(record);
    try {
      // A line that comes back must not send it half changed, nor as it was.
      await holdMessage(getOwner(), record.clientId);
    } catch (reason) {
      const why = (reason as Error).message;
      if (left) {
        const written = { text: left.text, files: left.files ?? [] };
        await tooLate(record.clientId, written, `${why} What you wrote is here.`);
      } else toast(why, { tone: 'bad' });
      return;
    }
    const { files, error } = await filesOf(record);
    if (!isOpen.current) {
      if (wasHeld && !left) void release(record);
      return;
    }
    const before = { text: record.payload.content, files };
    const content = left ? { text: left.text, files: left.files ?? files } : before;
    current.current = { record, isHeld: wasHeld, ...content, before, error, busy: false };
    setEditing(current.current);
  }

  const photos = usePhotos((before, file) => {
    const replaced = (now: Editing) => now.files.map((one) => (one === before ? file : one));
    // Drawn at once, for whoever waits to save it.
    flushSync(() => setEditing((now) => now && { ...now, files: replaced(now) }));
  });

  async function addFiles(picked: readonly File[]) {
    const { files, error } = await sendable(picked);
    setEditing((now) => {
      if (!now) return now;
      const chosen = joined(now.files, files);
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
      await photos.settled();
      const held = await Promise.all((current.current ?? editing).files.map(holdFile));
      await saver.now();
      const draft = await saved.sentDraft(email, editFormOf(jobId, record.clientId));
      await editMessage(getOwner(), record, editing.text.trim(), held, draft);
      end(editing);
      void resume();
    } catch (reason) {
      const code = reason instanceof OutboxError ? reason.code : '';
      if (code !== 'gone' && code !== 'being-sent') {
        return setEditing({ ...editing, error: (reason as Error).message });
      }
      end(editing);
      void tooLate(editing.record.clientId, editing, `${(reason as Error).message} What you wrote is here.`);
    }
  }

  function cancel() {
    if (!editing) return;
    end(editing);
    forget(editing.record.clientId);
    if (editing.isHeld) void release(editing.record);
    void resume();
  }
  return {
    editing,
    photos,
    begin: (record: MessageRecord) => begin(record),
    change: (content: Content) => setEditing((now) => now && { ...now, ...content }),
    addFiles,
    save,
    cancel,
  };
}
