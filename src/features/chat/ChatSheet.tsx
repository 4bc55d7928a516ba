import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Maximize2, Minimize2, X } from 'lucide-react';
import {
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { ApiError } from '../../api/client.ts';
import { getConnectivity } from '../../api/connectivity.ts';
import { jobQuery, keys, queryClient } from '../../api/queries.ts';
import { apply } from '../../cache/apply.ts';
import { listedJob } from '../../cache/cachedJobs.ts';
import { newestMessages } from '../../contract/limits.ts';
import type { Message } from '../../contract/message.ts';
import type { ApprovedProfile } from '../../contract/user.ts';
import { useIntervalMs } from '../../live/useIntervalMs.ts';
import { conversationQuery } from '../../outbox/conversationQuery.ts';
import { withTargets } from '../../outbox/records/echoes.ts';
import { onWaitingChange, statusTargets, waitingRecords } from '../../outbox/records/waiting.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { AsOf } from '../../ui/feedback/AsOf.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import styles from './ChatSheet.module.css';
import { Conversation } from './Conversation.tsx';
import { chatJobOf } from './chatJob.ts';
import { newestQuery, shareWithNewest } from './newestQuery.ts';

const refreshMs = 15_000;
/** So long the whole waits for its newest messages: on a bad line it may be that only a copy of the whole ever comes. */
const headStartMs = 300;

function isGone(error: Error | null): boolean {
  return error instanceof ApiError && error.code === 'not-found';
}

/**
 * The reading of a job's conversation. What was not read yet begins with its newest messages, which are as quickly here of
 * thousands as of few; the whole follows once they are drawn.
 */
function useConversation(jobId: string) {
  const [waits, setWaits] = useState(
    () => getConnectivity().reachable && queryClient.getQueryData(keys.conversation(jobId)) === undefined,
  );
  const intervalMs = useIntervalMs(refreshMs);
  const whole = useQuery({
    ...conversationQuery(jobId),
    enabled: !waits,
    structuralSharing: shareWithNewest(jobId),
    // What is not there, or not the reader's, will not come by asking again.
    refetchInterval: ({ state }) => (isGone(state.error) ? false : intervalMs),
    refetchOnWindowFocus: 'always',
  });
  const isUnread = whole.data === undefined;
  const newest = useQuery({ ...newestQuery(jobId), enabled: isUnread && !isGone(whole.error) });
  const { isFetched } = newest;
  useEffect(() => {
    const timer = setTimeout(setWaits, isFetched ? 0 : headStartMs, false);
    return () => clearTimeout(timer);
  }, [isFetched]);
  const targets = useSyncExternalStore(onWaitingChange, statusTargets);
  const read = whole.data ?? newest.data;
  const messages = useMemo(() => read && withTargets(read, targets), [read, targets]);
  return {
    whole,
    messages,
    isPart: messages?.[0]?.earlier === true || (isUnread && (messages?.length ?? 0) >= newestMessages),
  };
}

const small = '(max-width: 40rem)';

/**
 * Shows a dialog element in the way of the screen: over everything on a phone, where focus then stays in it, and beside
 * the page on a desk, where the page stays usable. Focus returns to where it came from.
 */
function useSheet(): RefObject<HTMLDialogElement | null> {
  const sheet = useRef<HTMLDialogElement>(null);
  // Before the effects of what is in it: what is not shown cannot take the focus.
  useLayoutEffect(() => {
    const dialog = sheet.current;
    if (!dialog) return;
    const before = document.activeElement;
    const screen = window.matchMedia(small);
    const show = () => {
      const focused = dialog.contains(document.activeElement) ? document.activeElement : null;
      dialog.close();
      if (screen.matches) dialog.showModal();
      else dialog.show();
      if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
    };
    show();
    screen.addEventListener('change', show);
    return () => {
      screen.removeEventListener('change', show);
      // Focus that already is elsewhere went there on purpose: another chat was opened from there.
      const { activeElement } = document;
      const left = activeElement !== document.body && !dialog.contains(activeElement);
      // While it is open over everything, nothing else takes the focus.
      dialog.close();
      if (!left && before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, []);
  return sheet;
}

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

/** Once the open conversation turns out to have more, or other marks, so have the counts around it: they are read again. */
function useFreshCounts(messages: readonly Message[] | undefined): void {
  const known = useRef(messages);
  useEffect(() => {
    // The same array means that the reading found nothing else.
    if (known.current && messages && known.current !== messages)
      apply({ kind: 'lists-outdated', when: 'soon' });
    known.current = messages;
  }, [messages]);
}

type ConversationStartProps = { failure: Error | null; gone: boolean; onRetry: () => void };

/** What stands in the chat until its messages are here, or in their place when they cannot be read. */
function ConversationStart({ failure, gone, onRetry }: ConversationStartProps) {
  if (!failure) {
    return (
      <div className={styles.start} aria-busy="true" role="status" aria-label="Loading the messages">
        <Skeleton height="4.5rem" width="75%" />
        <Skeleton height="3.5rem" width="60%" />
        <Skeleton height="6rem" width="80%" />
      </div>
    );
  }
  return (
    <div className={styles.start} role="alert">
      <p>{failure.message}</p>
      {!gone && <Button onClick={onRetry}>Try again</Button>}
    </div>
  );
}
