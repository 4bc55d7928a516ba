import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Maximize2, Minimize2, NotebookPen, Search, X } from 'lucide';
import { useId, useMemo, useState, useSyncExternalStore } from 'react';
import { jobQuery, keys } from '../../api/queries.ts';
import { listedJob } from '../../cache/cachedItems.ts';
import { isStaff } from '../../contract/enums.ts';
import type { ApprovedProfile } from '../../contract/users/user.ts';
import { onWaitingChange, waitingRecords } from '../../outbox/records/waiting.ts';
import { Button, IconButton, IconLink } from '../../ui/Button.tsx';
import { chatBeside } from '../../ui/chatBeside.ts';
import { AsOf } from '../../ui/feedback/AsOf.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { isComposing } from '../../ui/form/isComposing.ts';
import { MarkContext } from '../../ui/text/MarkedText.tsx';
import styles from './ChatSheet.module.css';
import { Conversation } from './Conversation.tsx';
import { chatJobOf } from './chatJob.ts';
import { FindBar } from './find/FindBar.tsx';
import { type Find, partsWith, useFind } from './find/useFind.ts';
import { isGone, useConversation } from './useConversation.ts';
import { isBelowLayer, useSheet } from './useSheet.ts';

type Props = {
  jobId: string;
  /** The message that the list begins at; all of it when absent. */
  selected: string | undefined;
  reader: ApprovedProfile;
  /** Whether it is the right pane of a desk, beside the list of conversations. */
  isPane: boolean;
  onShowAll: () => void;
  onClose: () => void;
};

/** Frame and header of a job's chat. */
export function ChatSheet({ jobId, selected, reader, isPane, onShowAll, onClose }: Props) {
  const sheet = useSheet(isPane);
  const beside = useSyncExternalStore(chatBeside.subscribe, chatBeside.get);
  const titleId = useId();
  const [wide, setWide] = useState(false);
  const job = useQuery(jobQuery(jobId));
  const { whole: conversation, messages, isPart } = useConversation(jobId);
  const find = useFind(messages);
  const { sought } = find;
  const mark = useMemo(() => (sought ? (text: string) => partsWith(text, sought) : null), [sought]);
  const records = useSyncExternalStore(onWaitingChange, waitingRecords);
  const known = chatJobOf(jobId, job.data ?? listedJob(jobId), messages, records);
  const failure = conversation.error ?? job.error;
  const gone = isGone(job.error) || isGone(conversation.error);
  const start = (
    <ConversationStart
      failure={failure}
      gone={gone}
      onRetry={() => void Promise.all([job.refetch(), conversation.refetch()])}
    />
  );
  return (
    <dialog
      ref={sheet}
      className={styles.sheet}
      data-wide={(wide && !isPane) || undefined}
      data-pane={isPane || undefined}
      aria-labelledby={titleId}
      onCancel={(event) => {
        // A file dialog that is closed reports so to all around its input.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
      onKeyDown={(event) => {
        // A dialog that is not modal does not close by Escape.
        if (event.key !== 'Escape' || event.defaultPrevented || isComposing(event)) return;
        if (isBelowLayer(event.currentTarget)) return;
        if (isPane && beside) beside.toRow();
        else onClose();
      }}
    >
      <ChatHeader
        jobId={jobId}
        titleId={titleId}
        known={known}
        staffNotes={isStaff(reader.userType) ? job.data?.staffNotes : undefined}
        find={messages && messages.length > 0 ? find : null}
        isPart={isPart}
        isWide={wide}
        onWide={setWide}
        onClose={onClose}
      />
      {beside && <div className={styles.beside}>{beside.bar}</div>}
      {known && !gone ? (
        <MarkContext value={mark}>
          <Conversation
            job={known}
            messages={messages}
            isPart={isPart}
            start={start}
            updatedAt={conversation.dataUpdatedAt}
            selected={selected}
            reader={reader}
            stale={conversation.isError}
            current={find.current?.communicationId}
            onShowAll={onShowAll}
            onAnswered={() => chatBeside.get()?.answered(jobId)}
          />
        </MarkContext>
      ) : (
        start
      )}
    </dialog>
  );
}

type HeaderProps = {
  jobId: string;
  titleId: string;
  known: ReturnType<typeof chatJobOf>;
  /** How many there are, for those who may read them. */
  staffNotes: number | undefined;
  /** Null while there is nothing to find. */
  find: Find | null;
  isPart: boolean;
  isWide: boolean;
  onWide: (isWide: boolean) => void;
  onClose: () => void;
};

function ChatHeader(props: HeaderProps) {
  const { jobId, titleId, known, staffNotes, find, isPart, isWide, onWide, onClose } = props;
  return (
    <div className={styles.header}>
      <div className={styles.title}>
        <h2 id={titleId}>
          <Link to="/jobs/update/$jobId" params={{ jobId }}>
            <bdi>{known?.project || 'No job Name'}</bdi>
          </Link>
        </h2>
        {known && (
          <p className="lettering">
            <span translate="no">{[known.jobCode, known.company].filter(Boolean).join(' · ')}</span>
            <AsOf of={[keys.job(jobId), keys.conversation(jobId)]} />
          </p>
        )}
      </div>
      {staffNotes !== undefined && (
        <IconLink
          icon={NotebookPen}
          label={`Staff notes (${staffNotes})`}
          to="/jobs/update/$jobId"
          params={{ jobId }}
          search={{ view: 'notes' }}
        />
      )}
      {find && (
        <IconButton
          icon={Search}
          label="Find in chat"
          aria-expanded={find.isOpen}
          onClick={find.isOpen ? find.close : find.open}
        />
      )}
      <span className={styles.expand}>
        <IconButton
          icon={isWide ? Minimize2 : Maximize2}
          label={isWide ? 'Collapse chat' : 'Expand chat'}
          aria-expanded={isWide}
          onClick={() => onWide(!isWide)}
        />
      </span>
      <IconButton icon={X} label="Close chat" onClick={onClose} />
      {find?.isOpen && <FindBar find={find} isPart={isPart} />}
    </div>
  );
}

type ConversationStartProps = { failure: Error | null; gone: boolean; onRetry: () => void };

/** A placeholder until the messages are loaded, or the reason why they cannot be. */
function ConversationStart({ failure, gone, onRetry }: ConversationStartProps) {
  if (!failure) {
    return (
      <div className={styles.start} aria-busy="true" role="status" aria-label="Loading messages">
        <Skeleton height="4.5rem" width="75%" />
        <Skeleton height="3.5rem" width="60%" />
        <Skeleton height="6rem" width="80%" />
      </div>
    );
  }
  return (
    <div className={styles.start} role="alert">
      <p>
        <strong>Couldn’t load messages.</strong> {failure.message}
      </p>
      {!gone && <Button onClick={onRetry}>Try again</Button>}
    </div>
  );
}
