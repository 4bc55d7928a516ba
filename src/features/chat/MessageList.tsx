import { ArrowDown } from 'lucide-react';
import { Fragment, useEffect, useRef, useState } from 'react';
import type { Message } from '../../contract/message.ts';
import type { ApprovedProfile } from '../../contract/user.ts';
import { dayName, machineTime } from '../../format/date.ts';
import type { WaitingMessage } from '../../outbox/waiting.ts';
import { Button } from '../../ui/Button.tsx';
import styles from './Conversation.module.css';
import { byDay, firstNew } from './conversation.ts';
import { keepSeen, lastSeen } from './drafts.ts';
import { MessageBubble } from './MessageBubble.tsx';
import { useBottom } from './useBottom.ts';
import { WaitingBubble } from './WaitingBubble.tsx';

type Props = {
  messages: readonly Message[];
  /** How many older ones are left out. */
  earlier: number;
  waiting: readonly WaitingMessage[];
  reader: ApprovedProfile;
  jobId: string;
  stale: boolean;
  onShowAll: () => void;
  onEdit: (waiting: WaitingMessage) => void;
};

export function MessageList({ messages, earlier, waiting, reader, jobId, stale, onShowAll, onEdit }: Props) {
  const { frame, content, atBottom, toBottom, onScroll } = useBottom();
  // Decided once: the divider must not wander while the conversation is read.
  const [dividerAt] = useState(() => firstNew(messages, lastSeen(reader.email, jobId), reader));
  const newest = messages.at(-1)?.communicationId;

  useEffect(() => {
    if (atBottom && newest && document.visibilityState === 'visible') keepSeen(reader.email, jobId, newest);
  }, [atBottom, newest, reader.email, jobId]);

  const waitingCount = useRef(0);
  useEffect(() => {
    if (waiting.length > waitingCount.current) toBottom();
    waitingCount.current = waiting.length;
  }, [waiting.length, toBottom]);

  const empty = messages.length === 0 && waiting.length === 0;
  return (
    <div className={styles.listArea}>
      <div
        ref={frame}
        className={styles.frame}
        role="log"
        aria-label="Messages"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls has to be reachable by keyboard.
        tabIndex={0}
        onScroll={onScroll}
      >
        <div ref={content} className={styles.messages}>
          {earlier > 0 && (
            <Button variant="quiet" className={styles.earlier} onClick={onShowAll}>
              {earlier === 1 ? 'Show 1 earlier message' : `Show ${earlier} earlier messages`}
            </Button>
          )}
          {empty && <p className={styles.empty}>No messages yet. Write the first one below.</p>}
          {byDay(messages).map(({ day, seconds, messages: ofDay }) => (
            <Fragment key={day}>
              <h3 className={styles.day}>
                <time dateTime={machineTime(seconds).slice(0, 10)}>{dayName(seconds)}</time>
              </h3>
              {ofDay.map((message) => (
                <Fragment key={message.communicationId}>
                  {message.communicationId === dividerAt && <p className={styles.divider}>New</p>}
                  <MessageBubble message={message} reader={reader} />
                </Fragment>
              ))}
            </Fragment>
          ))}
          {waiting.map((one, at) => (
            <WaitingBubble
              key={one.id}
              waiting={one}
              behindFailed={at > 0 && waiting[0]?.state === 'failed'}
              onEdit={onEdit}
            />
          ))}
        </div>
      </div>
      {stale && <output className={styles.stale}>Not up to date. Trying again soon.</output>}
      {!atBottom && (
        <Button className={styles.jump} onClick={toBottom}>
          <ArrowDown aria-hidden />
          Jump to latest
        </Button>
      )}
    </div>
  );
}
