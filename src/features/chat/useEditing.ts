import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { heldCode } from '../../outbox/decide.ts';
import type { Echo } from '../../outbox/echoes.ts';
import { holdFile } from '../../outbox/fileBytes.ts';
import { OutboxError } from '../../outbox/OutboxError.ts';
import { pageOutbox } from '../../outbox/pageOutbox.ts';
import { editMessage, holdMessage, retryMessage } from '../../outbox/sendMessages.ts';
import { getOwner } from '../../session/session.ts';
import { toast } from '../../ui/toast.ts';
import { usePhotos } from '../../ui/usePhotos.ts';
import { joined, sendable } from './chosenFiles.ts';
import { refusalOf } from './useComposer.ts';

type Content = { text: string; files: readonly File[] };

/** A waiting message being changed where it stands. */
export type Editing = Content & {
  record: Echo['record'];
  /** It was on its way, and goes on as it is when it is not changed after all. */
  isHeld: boolean;
  /** As it was when the change began. */
  before: Content;
  error: string;
  busy: boolean;
};

async function filesOf(record: Echo['record']): Promise<{ files: File[]; error: string }> {
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
function release(clientId: string): Promise<void> {
  return retryMessage(getOwner(), clientId).catch(() => undefined);
}

function isChanged({ text, files, before }: Editing): boolean {
  return text !== before.text || files !== before.files;
}

/**
 * Changes a message that has not left yet, in its place in the line.
 *
 * @param onTooLate told what was written, and why, when the message left before the change was made
 */
export function useEditing(echoes: readonly Echo[], onTooLate: (written: Content, why: string) => void) {
  const [editing, setEditing] = useState<Editing | null>(null);
  const seq = editing?.record.seq;
  const isHere = echoes.some(({ record }) => record.seq === seq);
  const heldId = editing?.isHeld ? editing.record.clientId : undefined;
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  useEffect(() => {
    if (heldId === undefined) return;
    // Left in the middle of it, also by closing the page: what was there goes as it is.
    const letGo = () => void release(heldId);
    window.addEventListener('pagehide', letGo);
    return () => {
      window.removeEventListener('pagehide', letGo);
      letGo();
    };
  }, [heldId]);
  useEffect(() => {
    if (!editing || isHere || editing.busy) return;
    setEditing(null);
    if (isChanged(editing)) {
      onTooLate(editing, 'The message was sent before it was changed. What you wrote since is here.');
    }
  });

  async function begin(record: Echo['record']) {
    const isHeld = record.state !== 'failed' || record.error?.code === heldCode;
    try {
      // A line that comes back must not send it half changed, nor as it was.
      await holdMessage(getOwner(), record.clientId);
    } catch (reason) {
      toast((reason as Error).message, { tone: 'bad' });
      return;
    }
    const { files, error } = await filesOf(record);
    if (!isOpen.current) {
      if (isHeld) void release(record.clientId);
      return;
    }
    const content = { text: record.payload.content, files };
    setEditing({
      record,
      isHeld,
      ...content,
      before: content,
      error,
      busy: false,
    });
  }

  const current = useRef(editing);
  current.current = editing;
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
    try {
      await photos.settled();
      const held = await Promise.all((current.current ?? editing).files.map(holdFile));
      await editMessage(getOwner(), editing.record, editing.text.trim(), held);
      setEditing(null);
    } catch (reason) {
      const code = reason instanceof OutboxError ? reason.code : '';
      if (code !== 'gone' && code !== 'being-sent') {
        return setEditing({ ...editing, error: (reason as Error).message });
      }
      setEditing(null);
      onTooLate(editing, `${(reason as Error).message} What you wrote is here.`);
    }
  }
  return {
    editing,
    photos,
    begin,
    change: (content: Content) => setEditing((now) => now && { ...now, ...content }),
    addFiles,
    save,
    cancel: () => setEditing(null),
  };
}
