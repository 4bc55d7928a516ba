import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Maximize2, Minimize2, X } from 'lucide-react';
import { useId, useState, useSyncExternalStore } from 'react';
import { jobQuery, keys } from '../../api/queries.ts';
import { listedJob } from '../../cache/cachedJobs.ts';
import type { ApprovedProfile } from '../../contract/user.ts';
import { onWaitingChange, waitingRecords } from '../../outbox/waiting.ts';
import { AsOf } from '../../ui/AsOf.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import styles from './ChatSheet.module.css';
import { Conversation } from './Conversation.tsx';
import { ConversationStart } from './ConversationStart.tsx';
import { chatJobOf } from './chatJob.ts';
import { isGone, useConversation } from './useConversation.ts';
import { useFreshCounts } from './useFreshCounts.ts';
import { useSheet } from './useSheet.ts';

type Props = {
  jobId: string;
  /** The message the list is kept from, or nothing for all of it. */
  selected: string | undefined;
  reader: ApprovedProfile;
  onShowAll: () => void;
  onClose: () => void;
};

/** Frame and header of the chat, and the reading of its job. */
export function ChatSheet({ jobId, selected, reader, onShowAll, onClose }: Props) {
  const sheet = useSheet();
  const titleId = useId();
  const [wide, setWide] = useState(false);
  const job = useQuery(jobQuery(jobId));
  const { whole: conversation, messages, isPart } = useConversation(jobId);
  useFreshCounts(conversation.data);
  const records = useSyncExternalStore(onWaitingChange, waitingRecords);
  const known = chatJobOf(jobId, job.data ?? listedJob(jobId), messages, records);
  const title = known?.project || (known?.jobCode ? 'No job Name' : 'Messages');
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
      data-wide={wide || undefined}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onKeyDown={(event) => {
        // A dialog beside the page has no Escape of its own.
        if (event.key === 'Escape' && !event.defaultPrevented && !event.nativeEvent.isComposing) onClose();
      }}
    >
      <div className={styles.header}>
        <div className={styles.title}>
          <h2 id={titleId}>
            <Link to="/jobs/update/$jobId" params={{ jobId }}>
              <bdi>{title}</bdi>
            </Link>
          </h2>
          {known && (
            <p className="lettering">
              <span>{[known.jobCode, known.company].filter(Boolean).join(' · ')}</span>
              <AsOf of={[keys.job(jobId), keys.conversation(jobId)]} />
            </p>
          )}
        </div>
        <span className={styles.expand}>
          <IconButton
            icon={wide ? Minimize2 : Maximize2}
            label={wide ? 'Collapse' : 'Expand'}
            aria-expanded={wide}
            onClick={() => setWide(!wide)}
          />
        </span>
        <IconButton icon={X} label="Close" onClick={onClose} />
      </div>
      {known && !gone ? (
        <Conversation
          job={known}
          messages={messages}
          isPart={isPart}
          start={start}
          updatedAt={conversation.dataUpdatedAt}
          selected={selected}
          reader={reader}
          stale={conversation.isError}
          onShowAll={onShowAll}
        />
      ) : (
        start
      )}
    </dialog>
  );
}
