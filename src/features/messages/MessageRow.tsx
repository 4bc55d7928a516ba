import { Paperclip } from 'lucide';
import { memo } from 'react';
import { isStaff } from '../../contract/enums.ts';
import { filesOf, type InboxMessage, type Message } from '../../contract/messages/message.ts';
import type { ApprovedProfile } from '../../contract/users/user.ts';
import { lateWrittenTime } from '../../contract/writtenTime.ts';
import { counted } from '../../format/counted.ts';
import { exactTime, machineTime } from '../../format/date.ts';
import { waitedTime } from '../../format/waitedTime.ts';
import { onRefused } from '../../outbox/queries/applyResponses.ts';
import { setMessageStatus } from '../../outbox/sends/sendMessages.ts';
import { getOwner } from '../../session/session.ts';
import { AddressedToggle } from '../../ui/AddressedToggle.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { Icon } from '../../ui/Icon.tsx';
import { useOpenChat } from '../../ui/openChat.ts';
import { MessageCaption } from '../../ui/text/MessageCaption.tsx';
import { MessageTime } from '../../ui/text/MessageTime.tsx';
import { useServerTicking } from '../../ui/useTicking.ts';
import styles from './MessageRows.module.css';

const maxQuotedCharacters = 60;

function quoted(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const characters = [...line];
  return characters.length <= maxQuotedCharacters
    ? line
    : `${characters.slice(0, maxQuotedCharacters).join('')}…`;
}

/** Withdraws, for each message, the toast that offers to undo its new status: once that is refused, there is nothing to undo. */
const withdrawals = new Map<string, () => void>();

onRefused((record) => {
  if (record.kind === 'mark') withdraw(record.payload.communicationId);
});

function withdraw(communicationId: string): void {
  withdrawals.get(communicationId)?.();
  withdrawals.delete(communicationId);
}

/** Changes a message's status. An addressed message may leave the list, so a toast offers to undo it. */
function setStatus(
  message: Pick<Message, 'communicationId' | 'jobId' | 'content' | 'status'>,
  status: Message['status'],
): void {
  const { communicationId, jobId, content } = message;
  withdraw(communicationId);
  if (status === 'ADDRESSED') {
    const run = () => setStatus({ ...message, status }, 'NEW');
    const text = `Marked as addressed: ${quoted(content)}`;
    withdrawals.set(communicationId, toast(text, { action: { label: 'Undo', run }, lasts: false }));
  }
  setMessageStatus(getOwner(), { communicationId, jobId, status }).catch((error: Error) => {
    withdraw(communicationId);
    toast(`Couldn’t change the message status. ${error.message}`, { tone: 'bad' });
  });
}

type Props = {
  message: InboxMessage;
  reader: ApprovedProfile;
  /** Whether its job has more messages here: the heading of the job says how long the first of them has waited. */
  isOneOfMany: boolean;
};

/** The characters of a message that are rendered: more than two lines show. */
const maxShownCharacters = 400;

/** Shows a message of the inbox. It opens its job's chat at this message, and its status can be changed in place. */
export const MessageRow = memo(function MessageRow({ message, reader, isOneOfMany }: Props) {
  const openChat = useOpenChat();
  const { communicationId, jobId, status } = message;
  const fileCount = filesOf(message).length;
  const own = isStaff(message.fromUserType) === isStaff(reader.userType);
  const mayMark = isStaff(reader.userType) || message.toUserId.toLowerCase() === reader.email.toLowerCase();
  return (
    <li className={styles.row} data-new={(status === 'NEW' && !own) || undefined}>
      {/* Spaces between its boxes, so that its name has them in every browser. */}
      <button
        type="button"
        className={styles.open}
        data-on-paper=""
        onClick={() => openChat(jobId, communicationId)}
      >
        <span className={styles.content} dir="auto">
          {message.content.slice(0, maxShownCharacters)}
        </span>{' '}
        <span className={styles.foot}>
          {fileCount > 0 && (
            <span className={styles.files}>
              <Icon of={Paperclip} />
              {counted(fileCount, 'file')}
            </span>
          )}{' '}
          <span className={styles.line}>
            {isOneOfMany && (
              <>
                <WaitedTime since={message.createdTimestamp} />
                {' · '}
              </>
            )}
            {lateWrittenTime(message) !== null && (
              <>
                <MessageTime sent={message.createdTimestamp} written={message.writtenTimestamp} plain />
                {' · '}
              </>
            )}
            <span className={styles.sender}>
              <MessageCaption message={message} company={message.company} />
            </span>
            {message.fromUserName && (
              <span className={styles.person}>
                {' · '}
                <bdi translate="no">{message.fromUserName}</bdi>
              </span>
            )}
          </span>
        </span>
      </button>
      <AddressedToggle
        status={status}
        own={own}
        onChange={mayMark ? (target) => setStatus(message, target) : undefined}
      />
    </li>
  );
});

/** "Waiting 3 days", updated while it is on screen. */
export function WaitedTime({ since }: { since: number }) {
  const words = useServerTicking((now) => waitedTime(since, now));
  return (
    <time dateTime={machineTime(since)} title={exactTime(since)}>
      Waiting {words}
    </time>
  );
}
