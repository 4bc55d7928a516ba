import { Check, Paperclip } from 'lucide';
import { memo, type ReactNode } from 'react';
import { isOwnSide } from '../../contract/messages/marking.ts';
import { filesOf } from '../../contract/messages/message.ts';
import type { ApprovedProfile } from '../../contract/users/user.ts';
import { exactTime, machineTime } from '../../format/date.ts';
import { waitedTime } from '../../format/waitedTime.ts';
import { IconButton } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { MessageCaption } from '../../ui/text/MessageCaption.tsx';
import { useServerTicking } from '../../ui/useTicking.ts';
import styles from './Conversations.module.css';
import type { Row } from './heldRows.ts';
import { canMark } from './marks.ts';
import { dayText } from './snoozed.ts';
import type { Unsent } from './useUnsent.ts';

/** The characters of a message that are rendered: more than a line shows. */
const maxShownCharacters = 200;

const day = 24 * 60 * 60;

/** Returns how urgent an answer is: the color of a row. Its time says so too. */
function urgencyAt(since: number, now: number): 'fresh' | 'due' | 'late' {
  if (now - since < day) return 'fresh';
  return now - since < 3 * day ? 'due' : 'late';
}

export type RowProps = {
  row: Row;
  reader: ApprovedProfile;
  /** Its chat is open. */
  isOpen: boolean;
  unsent: Unsent | undefined;
  onOpen: (row: Row) => void;
  onMark: (row: Row) => void;
  /** Further things to do with it at once. */
  children?: ReactNode;
};

/**
 * Shows a conversation in two lines: who wrote and since when it waits, and about what. It opens the chat at the first message that waits.
 */
export const ConversationRow = memo(function ConversationRow(props: RowProps) {
  const { row, reader, isOpen, unsent, onOpen, onMark, children } = props;
  const { jobId, first, messages } = row;
  const newest = messages.at(-1) ?? first;
  const own = isOwnSide(newest, reader);
  const urgency = useServerTicking((now) => urgencyAt(first.createdTimestamp, now));
  const hasFiles = messages.some((message) => filesOf(message).length > 0);
  const name = first.project || first.jobCode || 'No job Name';
  return (
    <li
      className={styles.row}
      data-job={jobId}
      data-open={isOpen || undefined}
      data-left={row.left}
      data-urgency={own || first.snoozedUntil ? undefined : urgency}
    >
      {/* Spaces between its boxes, so that its name has them in every browser. */}
      <button
        type="button"
        className={styles.open}
        data-on-paper=""
        aria-current={isOpen || undefined}
        onClick={() => onOpen(row)}
      >
        <span className={styles.line}>
          <span className={styles.sender}>
            {own || !newest.fromUserName ? (
              <MessageCaption message={newest} company={newest.company} />
            ) : (
              <>
                <bdi translate="no">{newest.fromUserName}</bdi>
                <span className={styles.company}>
                  {' · '}
                  <bdi translate="no">{newest.fromUserType === 'CLIENT' ? newest.company : 'EV'}</bdi>
                </span>
              </>
            )}
          </span>{' '}
          {messages.length > 1 && (
            <span className={styles.many}>
              {messages.length}
              <span className="visually-hidden"> messages</span>
            </span>
          )}{' '}
          {hasFiles && (
            <span className={styles.files}>
              <Icon of={Paperclip} />
              <span className="visually-hidden">With files</span>
            </span>
          )}{' '}
          <When row={row} />
        </span>{' '}
        <span className={styles.line}>
          <span className={styles.text}>
            {unsent ? (
              <strong className={styles.unsent}>{unsent.label}:</strong>
            ) : (
              <bdi className={styles.job}>{name}</bdi>
            )}{' '}
            {!unsent && <span aria-hidden="true">–</span>}{' '}
            <bdi>{(unsent?.text ?? newest.content).slice(0, maxShownCharacters)}</bdi>
          </span>
        </span>
      </button>
      <span className={styles.acts}>
        {children}
        {canMark(row, reader) && !row.left && (
          <IconButton icon={Check} label="Mark as addressed" onClick={() => onMark(row)} />
        )}
      </span>
    </li>
  );
});

/** Since when a conversation waits, or until when it is put off. */
function When({ row: { left, first } }: { row: Row }) {
  const { createdTimestamp, snoozedUntil } = first;
  if (left) return <span className={styles.since}>Done</span>;
  if (snoozedUntil) return <span className={styles.since}>Until {dayText(snoozedUntil)}</span>;
  return <Waited since={createdTimestamp} />;
}

/** "3 days", updated while it is on screen. */
function Waited({ since }: { since: number }) {
  const words = useServerTicking((now) => waitedTime(since, now));
  return (
    <time className={styles.since} dateTime={machineTime(since)} title={exactTime(since)}>
      <span className="visually-hidden">Waiting </span>
      {words}
    </time>
  );
}
