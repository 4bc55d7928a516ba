import { ArrowDown } from 'lucide-react';
import { Fragment, memo, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import type { Message } from '../../contract/message.ts';
import type { ApprovedProfile } from '../../contract/user.ts';
import { dayKey, dayName, machineTime } from '../../format/date.ts';
import type { Echo } from '../../outbox/records/echoes.ts';
import type { OutboxRecord } from '../../outbox/records/record.ts';
import { Button } from '../../ui/Button.tsx';
import { useTicking } from '../../ui/useTicking.ts';
import styles from './Conversation.module.css';
import { dividerAt, isOwnSide, newOnes, type Reader } from './conversation.ts';
import { keepSeen, lastSeen } from './drafts.ts';
import { EchoNews } from './EchoNews.tsx';
import { MessageBubble } from './MessageBubble.tsx';
import { type Editor, useEditing } from './useEditing.ts';
import { useMessageWindow } from './useMessageWindow.ts';
import { WaitingMessages } from './WaitingMessages.tsx';

const longestSaid = 300;

function words(message: Message): string {
  const from = message.fromUserName ? `Message from ${message.fromUserName}: ` : 'New message: ';
  return from + message.content.slice(0, longestSaid);
}

/** Tells a screen reader what the other side says while the conversation is open. */
function Arrivals({ messages, reader }: { messages: readonly Message[]; reader: Reader }) {
  const newest = messages.at(-1);
  const known = useRef(newest?.sequence);
  const [said, setSaid] = useState('');
  useEffect(() => {
    if (!newest || newest.sequence === known.current) return;
    known.current = newest.sequence;
    if (!isOwnSide(newest, reader)) setSaid(words(newest));
  }, [newest, reader]);
  return <output className="visually-hidden">{said}</output>;
}

type Props = {
  messages: readonly Message[];
  /** How many older ones are left out, because the chat was opened from a message. */
  earlier: number;
  /** There are older ones, which are not here yet. */
  isPart: boolean;
  /** What stands in place of the messages while there are none to show. */
  start: ReactNode;
  /** The reader's own that are not among the messages yet. */
  echoes: readonly Echo[];
  records: readonly OutboxRecord[];
  reader: ApprovedProfile;
  jobId: string;
  /** The client company of the job. */
  company: string;
  stale: boolean;
  onShowAll: () => void;
  /** Told what was written in changing a message that left before the change was made. */
  onTooLate: Parameters<typeof useEditing>[3];
};

function jumpWords(newBelow: number): string {
  return newBelow > 0 ? `Jump to latest · ${newBelow} new` : 'Jump to latest';
}

function earlierWords(earlier: number, isPart: boolean): string {
  if (isPart) return 'Show earlier messages';
  return earlier === 1 ? 'Show 1 earlier message' : `Show ${earlier} earlier messages`;
}

/** The messages of a job and those that wait to be among them. Typing below does not draw it again. */
export const MessageList = memo(function MessageList(props: Props) {
  const { echoes, records, start, reader, jobId, onTooLate } = props;
  const editor = useEditing(reader.email, jobId, echoes, onTooLate);
  return (
    <>
      {/* Where it opens is decided anew once the messages are there; what is being changed stays. */}
      <Listed key={start ? 'unread' : 'read'} {...props} editor={editor} />
      <EchoNews echoes={echoes} records={records} />
    </>
  );
});

/** The messages in the order of their time, a window of them on the page. */
function Listed(props: Props & { editor: Editor }) {
  const { messages, earlier, isPart, echoes, records, reader, jobId, company, stale, onShowAll, editor } =
    props;
  const list = useMessageWindow(messages, earlier > 0);
  const { start, end, atBottom, toBottom } = list;
  const waiting = [...echoes.map(({ record }) => record.clientId), editor.editing?.record.seq].join(' ');
  useFocusStays(list.frame, waiting);
  const [seen, setSeen] = useState(() => lastSeen(reader.email, jobId));
  const dividerAt = useDivider(messages, isPart, seen, reader);
  const newest = messages.at(-1)?.communicationId;

  useEffect(() => {
    if (!atBottom || !newest || document.visibilityState !== 'visible') return;
    keepSeen(reader.email, jobId, newest);
    setSeen(newest);
  }, [atBottom, newest, reader.email, jobId]);

  const lastCount = useRef(0);
  useEffect(() => {
    if (echoes.length > lastCount.current) toBottom();
    lastCount.current = echoes.length;
  }, [echoes.length, toBottom]);

  const empty = messages.length === 0 && echoes.length === 0 && !props.start;
  return (
    <div className={styles.listArea}>
      {/* Moving the window puts old messages on the page: they are no news, so `Arrivals` tells what is. */}
      <div
        ref={list.frame}
        className={styles.frame}
        role="log"
        aria-live="off"
        aria-label="Messages"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls has to be reachable by keyboard.
        tabIndex={0}
        onScroll={list.onScroll}
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
              {earlierWords(earlier, isPart)}
            </Button>
          )}
          {(start > 0 || (isPart && earlier === 0)) && (
            <Button variant="quiet" className={styles.earlier} onClick={list.earlier}>
              Earlier messages
            </Button>
          )}
          {props.start}
          {empty && <p className={styles.empty}>No messages yet. Write the first one below.</p>}
          {messages.slice(start, end).map((message, at, shown) => {
            const day = dayKey(message.createdTimestamp);
            const before = shown[at - 1];
            return (
              <Fragment key={message.communicationId}>
                {(!before || dayKey(before.createdTimestamp) !== day) && (
                  <h3 className={styles.day}>
                    <time dateTime={machineTime(message.createdTimestamp).slice(0, 10)}>
                      <DayName seconds={message.createdTimestamp} />
                    </time>
                  </h3>
                )}
                {message.communicationId === dividerAt && <p className={styles.divider}>New</p>}
                <MessageBubble message={message} reader={reader} company={company} />
              </Fragment>
            );
          })}
          {end < messages.length && (
            <Button variant="quiet" className={styles.earlier} onClick={list.later}>
              Later messages
            </Button>
          )}
          {end === messages.length && <WaitingMessages echoes={echoes} records={records} editor={editor} />}
        </div>
      </div>
      <Arrivals messages={messages} reader={reader} />
      {stale && <output className={styles.stale}>Not up to date. Trying again soon.</output>}
      {!atBottom && (
        <Button className={styles.jump} onClick={toBottom}>
          <ArrowDown aria-hidden />
          {jumpWords(newOnes(messages, seen, reader).length)}
        </Button>
      )}
    </div>
  );
}

/** A day's name; 'Today' becomes 'Yesterday' at midnight. */
function DayName({ seconds }: { seconds: number }) {
  return useTicking((now) => dayName(seconds, now));
}

/**
 * Above which message the "new" divider stands. Decided once, as soon as it can be: it must not wander while the conversation
 * is read.
 */
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

/**
 * When what was focused in the list goes (a message was sent, changed or deleted), the focus stays in the list instead of
 * falling back to the page.
 *
 * @param shown changes when something may have gone
 */
function useFocusStays(list: RefObject<HTMLElement | null>, shown: string): void {
  const isInside = useRef(false);
  useEffect(() => {
    const element = list.current;
    if (!element) return;
    const come = () => {
      isInside.current = true;
    };
    const go = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget && !element.contains(relatedTarget as Node)) isInside.current = false;
    };
    element.addEventListener('focusin', come);
    element.addEventListener('focusout', go);
    return () => {
      element.removeEventListener('focusin', come);
      element.removeEventListener('focusout', go);
    };
  }, [list]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is to run whenever something else is shown.
  useEffect(() => {
    if (isInside.current && document.activeElement === document.body) {
      list.current?.focus({ preventScroll: true });
    }
  }, [list, shown]);
}
