import { useQuery } from '@tanstack/react-query';
import { ArrowDown } from 'lucide';
import { memo, type ReactNode, useEffect, useRef, useState } from 'react';
import { jobQuery } from '../../../api/queries.ts';
import type { Reader } from '../../../contract/messages/marking.ts';
import type { Message } from '../../../contract/messages/message.ts';
import type { ApprovedProfile } from '../../../contract/users/user.ts';
import type { Echo } from '../../../outbox/queries/echoes.ts';
import type { OutboxRecord } from '../../../outbox/records/record.ts';
import { Button } from '../../../ui/Button.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import styles from '../Conversation.module.css';
import { lastSeen, saveLastSeen } from '../chatDrafts.ts';
import { ArrivalAnnouncer } from './ArrivalAnnouncer.tsx';
import { dividerAt, newMessages } from './conversation.ts';
import { deliveriesOf } from './DeliveryLine.tsx';
import { EchoAnnouncer } from './EchoAnnouncer.tsx';
import { ShownMessages } from './ShownMessages.tsx';
import { useFocusFallback } from './useFocusFallback.ts';
import { useMessageWindow } from './useMessageWindow.ts';
import { noteLeaving, useReturn } from './useReturn.ts';
import { WaitingMessages } from './WaitingMessages.tsx';

type Props = {
  messages: readonly Message[];
  /** How many older ones are hidden, because the chat was opened from a message. */
  earlier: number;
  /** Older ones are not loaded yet. */
  isPart: boolean;
  /** Shown in place of the messages until they are loaded. */
  start: ReactNode;
  /** The reader's messages that are not in the conversation yet. */
  echoes: readonly Echo[];
  records: readonly OutboxRecord[];
  reader: ApprovedProfile;
  jobId: string;
  /** The client company of the job. */
  company: string;
  stale: boolean;
  /** The message that was found in the chat. */
  current: string | undefined;
  onShowAll: () => void;
  /** Takes a queued message back into the composer. */
  onEdit: (record: Echo['record']) => void;
};

function jumpLabel(newBelow: number): string {
  return newBelow > 0 ? `Jump to latest · ${newBelow} new` : 'Jump to latest';
}

function earlierLabel(earlier: number, isPart: boolean): string {
  if (isPart) return 'Show earlier messages';
  return earlier === 1 ? 'Show 1 earlier message' : `Show ${earlier} earlier messages`;
}

/** A job's messages and the queued ones. Memoized, so that typing in the composer does not render it again. */
export const MessageList = memo(function MessageList(props: Props) {
  const { echoes, messages, start } = props;
  return (
    <>
      {/* The key decides the opening position again once the messages are loaded. */}
      <Messages key={start ? 'unread' : 'read'} {...props} />
      <EchoAnnouncer echoes={echoes} messages={messages} />
    </>
  );
});

/** The window of messages, in the order of time. */
function Messages(props: Props) {
  const { messages, earlier, isPart, echoes, records, reader, jobId, company, stale, current } = props;
  const { onShowAll, onEdit } = props;
  const list = useMessageWindow(messages, earlier > 0);
  const { start, end, atBottom, toBottom, toMessage } = list;
  const hasCurrent = messages.some(({ communicationId }) => communicationId === current);
  useEffect(() => {
    if (current && hasCurrent) toMessage(current);
  }, [current, hasCurrent, toMessage]);
  useReturn(toMessage);
  const waiting = echoes.map(({ record }) => record.clientId).join(' ');
  useFocusFallback(list.frame, waiting);
  const [seen, setSeen] = useState(() => lastSeen(reader.email, jobId));
  const dividerAt = useDivider(messages, isPart, seen, reader);
  const newest = messages.at(-1)?.communicationId;

  useEffect(() => {
    if (!atBottom || !newest) return;
    // What came while the page was hidden is seen once it is shown.
    const see = () => {
      if (document.visibilityState !== 'visible') return;
      saveLastSeen(reader.email, jobId, newest);
      setSeen(newest);
    };
    see();
    document.addEventListener('visibilitychange', see);
    return () => document.removeEventListener('visibilitychange', see);
  }, [atBottom, newest, reader.email, jobId]);

  const lastCount = useRef(0);
  useEffect(() => {
    if (echoes.length > lastCount.current) toBottom();
    lastCount.current = echoes.length;
  }, [echoes.length, toBottom]);

  const { data: deliveries = [] } = useQuery({ ...jobQuery(jobId), select: deliveriesOf });
  // Those before a message that is not shown are not shown either.
  const isBeginning = start === 0 && earlier === 0 && !isPart;
  const since = isBeginning ? 0 : (messages[start]?.createdTimestamp ?? Number.POSITIVE_INFINITY);
  const until = messages[end]?.createdTimestamp ?? Number.POSITIVE_INFINITY;
  const shownDeliveries = deliveries.filter(({ seconds }) => seconds >= since && seconds < until);

  const empty = messages.length === 0 && echoes.length === 0 && shownDeliveries.length === 0 && !props.start;
  return (
    <div className={styles.listArea}>
      {/* Moving the window puts old messages on the page: they are not new, so `ArrivalAnnouncer` announces those that are. */}
      <div
        ref={list.frame}
        className={styles.frame}
        role="log"
        aria-live="off"
        aria-label="Messages"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls has to be reachable by keyboard.
        tabIndex={0}
        onScroll={list.onScroll}
        onClickCapture={({ target }) => noteLeaving(target)}
        onKeyDown={(event) => {
          if (event.target !== event.currentTarget || (event.key !== 'Home' && event.key !== 'End')) return;
          event.preventDefault();
          if (event.key === 'Home') list.toTop();
          else toBottom();
        }}
      >
        <div ref={list.content} className={styles.messages}>
          {start === 0 && earlier > 0 && (
            <Button variant="quiet" className={styles.earlier} onClick={onShowAll}>
              {earlierLabel(earlier, isPart)}
            </Button>
          )}
          {(start > 0 || (isPart && earlier === 0)) && (
            <Button variant="quiet" className={styles.earlier} onClick={list.earlier}>
              Show earlier messages
            </Button>
          )}
          {props.start}
          {empty && <p className={styles.empty}>No messages yet. Send the first one below.</p>}
          <ShownMessages
            messages={messages.slice(start, end)}
            deliveries={props.start ? [] : shownDeliveries}
            dividerAt={dividerAt}
            {...{ jobId, reader, company, current }}
          />
          {end < messages.length && (
            <Button variant="quiet" className={styles.earlier} onClick={list.later}>
              Show later messages
            </Button>
          )}
          {end === messages.length && <WaitingMessages echoes={echoes} records={records} onEdit={onEdit} />}
        </div>
      </div>
      <ArrivalAnnouncer messages={messages} reader={reader} />
      {stale && <output className={styles.stale}>Messages might be out of date. Retrying…</output>}
      {!atBottom && (
        <Button className={styles.jump} onClick={toBottom}>
          <Icon of={ArrowDown} />
          {jumpLabel(newMessages(messages, seen, reader).length)}
        </Button>
      )}
    </div>
  );
}

/** Returns the message that the "New" divider stands above. Decided once, as soon as possible: it must not move during reading. */
function useDivider(
  messages: readonly Message[],
  isPart: boolean,
  seen: string | null,
  reader: Reader,
): string | undefined {
  const [seenBefore] = useState(seen);
  const [decided, setDecided] = useState(() => dividerAt(messages, isPart, seenBefore, reader));
  if (decided !== 'undecided') return decided?.communicationId;
  const now = dividerAt(messages, isPart, seenBefore, reader);
  if (now !== 'undecided') setDecided(now);
  return undefined;
}
