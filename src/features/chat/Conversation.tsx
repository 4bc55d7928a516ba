import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import * as v from 'valibot';
import { fieldIssues } from '../../contract/errors.ts';
import type { Job } from '../../contract/job.ts';
import { sentence } from '../../contract/labels.ts';
import { type Message, MessageForm } from '../../contract/message.ts';
import type { ApprovedProfile } from '../../contract/user.ts';
import { discardMessage, sendMessage } from '../../outbox/send.ts';
import type { WaitingMessage } from '../../outbox/waiting.ts';
import { Composer } from './Composer.tsx';
import styles from './Conversation.module.css';
import { joined, sendable } from './chosenFiles.ts';
import { keptFrom } from './conversation.ts';
import { type Draft, keepDraft, leftFiles, readDraft } from './drafts.ts';
import { MessageList } from './MessageList.tsx';
import { useWaiting } from './useWaiting.ts';

type Props = {
  job: Job;
  messages: readonly Message[];
  selected: string | undefined;
  reader: ApprovedProfile;
  /** The last reading failed: what is shown may be old. */
  stale: boolean;
  onShowAll: () => void;
};

/** The messages of one job and the composer below them. Files can be dropped anywhere on it. */
export function Conversation({ job, messages, selected, reader, stale, onShowAll }: Props) {
  const { email } = reader;
  const [draft, setDraft] = useState(() => readDraft(email, job.jobId));
  const [error, setError] = useState('');
  const [dropping, setDropping] = useState(false);
  const composer = useRef<HTMLTextAreaElement>(null);
  const waiting = useWaiting(job.jobId, email);
  useEffect(() => {
    // On a phone the keyboard would cover the messages; on a desk one can type at once.
    const input = composer.current;
    if (
      window.matchMedia('(pointer: fine)').matches &&
      input?.closest('dialog')?.contains(document.activeElement)
    ) {
      input.focus({ preventScroll: true });
    }
  }, []);
  useEffect(() => {
    let isHere = true;
    void leftFiles(email, job.jobId).then(({ files, missing }) => {
      if (!isHere || files.length + missing.length === 0) return;
      const now = readDraft(email, job.jobId);
      const next = { ...now, files: joined(files, now.files).files };
      setDraft(next);
      keepDraft(email, job.jobId, next);
      if (missing.length > 0) setError(`Please choose again what could not be kept: ${missing.join(', ')}`);
    });
    return () => {
      isHere = false;
    };
  }, [email, job.jobId]);
  const kept = useMemo(() => keptFrom(messages, selected), [messages, selected]);

  function change(next: Draft) {
    setDraft(next);
    keepDraft(email, job.jobId, next);
  }

  async function addFiles(picked: readonly File[]) {
    composer.current?.focus();
    const { files, error: refused } = await sendable(picked);
    // Looking into files takes a moment, in which more may have been typed or chosen.
    const now = readDraft(email, job.jobId);
    const chosen = joined(now.files, files);
    setError(refused || chosen.error);
    change({ ...now, files: chosen.files });
  }

  function send() {
    if (reader.userType === 'UNSPECIFIED') return;
    const checked = v.safeParse(MessageForm, { message: draft.text, attachmentFiles: draft.files });
    if (!checked.success) {
      const [issue] = fieldIssues(checked.issues);
      return setError(issue ? sentence(issue.field, issue.message) : '');
    }
    const { jobId, jobReporter, assignedTo } = job;
    const sender = { email, userType: reader.userType };
    sendMessage({ jobId, jobReporter, assignedTo, content: checked.output.message, sender }, draft.files);
    setError('');
    change({ text: '', files: [] });
  }

  /** Takes a message that was not sent back into the composer, in front of what is there. */
  const edit = useCallback(
    ({ id, message, files }: WaitingMessage) => {
      discardMessage(id);
      const before = readDraft(email, message.jobId);
      const next = {
        text: [message.content, before.text].filter(Boolean).join('\n\n'),
        files: joined(files, before.files).files,
      };
      setDraft(next);
      keepDraft(email, message.jobId, next);
      composer.current?.focus();
    },
    [email],
  );

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut; the attach button does the same.
    <div
      className={styles.conversation}
      data-dropping={dropping || undefined}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        setDropping(true);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setDropping(false);
      }}
      onDrop={(event) => {
        event.preventDefault();
        setDropping(false);
        void addFiles([...event.dataTransfer.files]);
      }}
    >
      <MessageList
        messages={kept}
        earlier={messages.length - kept.length}
        waiting={waiting}
        reader={reader}
        jobId={job.jobId}
        stale={stale}
        onShowAll={onShowAll}
        onEdit={edit}
      />
      <Composer
        ref={composer}
        draft={draft}
        project={job.project}
        error={error}
        onChange={change}
        onAddFiles={addFiles}
        onSend={send}
      />
    </div>
  );
}
