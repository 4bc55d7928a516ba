import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import type { Message } from '../../contract/messages/message.ts';
import type { ApprovedProfile } from '../../contract/users/user.ts';
import { Composer } from './Composer.tsx';
import styles from './Conversation.module.css';
import type { ChatJob } from './chatJob.ts';
import { fromSelected, openMessages } from './messages/conversation.ts';
import { MessageList } from './messages/MessageList.tsx';
import { useComposer } from './useComposer.ts';
import { useDrawings } from './useDrawings.tsx';
import { useEchoes } from './useOutbox.ts';

type Props = {
  job: ChatJob;
  /** Absent until they are loaded; a message can be written all the same. */
  messages: readonly Message[] | undefined;
  /** Only the newest are loaded. */
  isPart: boolean;
  /** Shown in place of the messages until they are loaded. */
  start: ReactNode;
  /** When the messages were read last, even if nothing changed. */
  updatedAt: number;
  selected: string | undefined;
  reader: ApprovedProfile;
  /** The last refetch failed: the messages may be old. */
  stale: boolean;
  /** The message that was found in the chat. */
  current: string | undefined;
  onShowAll: () => void;
  /** Called once a message was handed over that marks what it answers. */
  onAnswered: () => void;
};

const none: readonly Message[] = [];

/** Whether the list can begin at the selected message, if any. */
function canBeginAt(selected: string | undefined, messages: readonly Message[] = none): boolean {
  return !selected || messages.some(({ communicationId }) => communicationId === selected);
}

/** The messages of one job and the composer below them. Files can be dropped anywhere on it. */
export function Conversation(props: Props) {
  const { job, isPart, start, updatedAt, selected, reader, stale, current, onShowAll, onAnswered } = props;
  const messages = isPart && !canBeginAt(selected, props.messages) ? undefined : props.messages;
  const [dropping, setDropping] = useState(false);
  const input = useRef<HTMLTextAreaElement>(null);
  const { draft, error, unsaved, busy, photos, change, addFiles, send, returnToDraft, setError } =
    useComposer(job, reader, input);
  const { drawings, dialog } = useDrawings(job.jobId, reader.email, setError, photos.settled);
  const { echoes, records } = useEchoes(job.jobId, messages, updatedAt);
  useEffect(() => {
    // Not on a phone, where the keyboard would cover the messages.
    const composer = input.current;
    if (
      window.matchMedia('(pointer: fine)').matches &&
      composer?.closest('dialog')?.contains(document.activeElement)
    ) {
      composer.focus({ preventScroll: true });
      // Typing goes on after what is there: the title of a plan, or an unsent message.
      composer.setSelectionRange(composer.value.length, composer.value.length);
    }
  }, []);
  const shown = useMemo(() => messages && fromSelected(messages, selected), [messages, selected]);

  const isHidden = current !== undefined && shown !== undefined && !canBeginAt(current, shown);
  useEffect(() => {
    if (isHidden) onShowAll();
  }, [isHidden, onShowAll]);

  const open = useMemo(() => openMessages(props.messages ?? none, reader), [props.messages, reader]);
  const hidden = (messages?.length ?? 0) - (shown?.length ?? 0);

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
        // Words are the browser’s to insert.
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        setDropping(false);
        void addFiles([...event.dataTransfer.files]);
      }}
    >
      <MessageList
        messages={shown ?? none}
        // Their number is not known yet.
        earlier={isPart && selected ? Math.max(hidden, 1) : hidden}
        isPart={isPart}
        start={shown ? null : start}
        echoes={echoes}
        records={records}
        reader={reader}
        jobId={job.jobId}
        company={job.company}
        stale={stale && messages !== undefined}
        current={current}
        onShowAll={onShowAll}
        onEdit={returnToDraft}
      />
      <Composer
        ref={input}
        draft={draft}
        jobId={job.jobId}
        project={job.project}
        error={error}
        unsaved={unsaved}
        busy={busy}
        photos={photos}
        drawings={drawings}
        onChange={change}
        onAddFiles={addFiles}
        onSend={() => send()}
        openCount={open.length}
        onSendAndMark={async () => {
          if (await send(open.map(({ communicationId }) => communicationId))) onAnswered();
        }}
      />
      {dialog}
    </div>
  );
}
