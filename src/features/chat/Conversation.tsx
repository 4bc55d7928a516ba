import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import type { Message } from '../../contract/message.ts';
import type { ApprovedProfile } from '../../contract/user.ts';
import { Composer } from './Composer.tsx';
import styles from './Conversation.module.css';
import type { ChatJob } from './chatJob.ts';
import { keptFrom } from './conversation.ts';
import { MessageList } from './MessageList.tsx';
import { useComposer } from './useComposer.ts';
import { useEchoes } from './useOutbox.ts';

type Props = {
  job: ChatJob;
  /** Absent while they were not read; one can write all the same. */
  messages: readonly Message[] | undefined;
  /** They are the newest alone; those before them are still to come. */
  isPart: boolean;
  /** What stands in place of the messages while they are absent. */
  start: ReactNode;
  /** When the messages were read last, whatever that reading found. */
  updatedAt: number;
  selected: string | undefined;
  reader: ApprovedProfile;
  /** The last reading failed: what is shown may be old. */
  stale: boolean;
  onShowAll: () => void;
};

const none: readonly Message[] = [];

/** Whether the list can be shown from the selected message on: from all on, if none is. */
function isIn(messages: readonly Message[] = none, selected: string | undefined): boolean {
  return !selected || messages.some(({ communicationId }) => communicationId === selected);
}

/** The messages of one job and the composer below them. Files can be dropped anywhere on it. */
export function Conversation(props: Props) {
  const { job, isPart, start, updatedAt, selected, reader, stale, onShowAll } = props;
  const messages = isPart && !isIn(props.messages, selected) ? undefined : props.messages;
  const [dropping, setDropping] = useState(false);
  const input = useRef<HTMLTextAreaElement>(null);
  const { draft, error, busy, photos, change, addFiles, send, putBack } = useComposer(job, reader, input);
  const { echoes, records } = useEchoes(job.jobId, messages, updatedAt);
  useEffect(() => {
    // On a phone the keyboard would cover the messages; on a desk one can type at once.
    const composer = input.current;
    if (
      window.matchMedia('(pointer: fine)').matches &&
      composer?.closest('dialog')?.contains(document.activeElement)
    ) {
      composer.focus({ preventScroll: true });
    }
  }, []);
  const kept = useMemo(() => messages && keptFrom(messages, selected), [messages, selected]);

  const left = (messages?.length ?? 0) - (kept?.length ?? 0);

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
        messages={kept ?? none}
        // How many they are is not known yet.
        earlier={isPart && selected ? Math.max(left, 1) : left}
        isPart={isPart}
        start={kept ? null : start}
        echoes={echoes}
        records={records}
        reader={reader}
        jobId={job.jobId}
        company={job.company}
        stale={stale && messages !== undefined}
        onShowAll={onShowAll}
        onTooLate={putBack}
      />
      <Composer
        ref={input}
        draft={draft}
        project={job.project}
        error={error}
        busy={busy}
        photos={photos}
        onChange={change}
        onAddFiles={addFiles}
        onSend={send}
      />
    </div>
  );
}
