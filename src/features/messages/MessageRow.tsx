import { Paperclip } from 'lucide-react';
import { memo } from 'react';
import { companyOf } from '../../cache/cachedJobs.ts';
import { isStaff } from '../../contract/enums.ts';
import { filesOf, type InboxMessage, type Message } from '../../contract/message.ts';
import type { ApprovedProfile } from '../../contract/user.ts';
import { onRefused } from '../../outbox/delivered.ts';
import { markMessage } from '../../outbox/sendMessages.ts';
import { getOwner } from '../../session/session.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { MarkToggle } from '../../ui/MarkToggle.tsx';
import { MessageCaption } from '../../ui/MessageCaption.tsx';
import { useOpenChat } from '../../ui/openChat.ts';
import { Time } from '../../ui/Time.tsx';
import styles from './MessageRows.module.css';
import { WaitedTime } from './WaitedTime.tsx';

const longestQuoted = 60;

function quoted(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const characters = [...line];
  return characters.length <= longestQuoted ? line : `${characters.slice(0, longestQuoted).join('')}…`;
}

/** The offer to undo the last mark of each message; there is nothing to undo once it was refused. */
const offers = new Map<string, () => void>();

onRefused((record) => {
  if (record.kind === 'toggle') withdraw(record.payload.communicationId);
});

function withdraw(communicationId: string): void {
  offers.get(communicationId)?.();
  offers.delete(communicationId);
}

/** Marks a message where it stands in a list. Once addressed it may leave the list, so a notice offers the way back. */
function markWithUndo(
  message: Pick<Message, 'communicationId' | 'jobId' | 'content' | 'status'>,
  status: Message['status'],
): void {
  const { communicationId, jobId, content } = message;
  withdraw(communicationId);
  if (status === 'ADDRESSED') {
    const run = () => markWithUndo({ ...message, status }, 'NEW');
    const text = `Marked as addressed: ${quoted(content)}`;
    offers.set(communicationId, toast(text, { action: { label: 'Undo', run }, lasts: false }));
  }
  markMessage(getOwner(), { communicationId, jobId, status }).catch((error: Error) => {
    withdraw(communicationId);
    toast(`The message could not be marked. ${error.message}`, { tone: 'bad' });
  });
}

type Props = {
  message: InboxMessage;
  reader: ApprovedProfile;
  /** Under its job's heading, and waiting: says neither the job nor that it is new again. */
  waits?: boolean;
};

/** More of it cannot be seen in two lines. */
const longestShown = 400;

/** One message of the inbox: opens its job's chat from this message on, and can be marked where it stands. */
export const MessageRow = memo(function MessageRow({ message, reader, waits = false }: Props) {
  const openChat = useOpenChat();
  const { communicationId, jobId, status } = message;
  const fileCount = filesOf(message).length;
  const mayMark = isStaff(reader.userType) || message.toUserId.toLowerCase() === reader.email.toLowerCase();
  return (
    <li className={styles.row} data-new={status === 'NEW' || undefined}>
      <button type="button" className={styles.open} onClick={() => openChat(jobId, communicationId)}>
        {!waits && (
          <span className={styles.head}>
            <span className={styles.project} dir="auto">
              {message.project || 'No job Name'}
            </span>
            {message.jobCode && <span className="code small soft">{message.jobCode}</span>}
          </span>
        )}
        <span className={styles.content} dir="auto">
          {message.content.slice(0, longestShown)}
        </span>
        <span className={styles.foot}>
          {fileCount > 0 && (
            <span className={styles.files}>
              <Paperclip aria-hidden />
              {fileCount === 1 ? '1 file' : `${fileCount} files`}
            </span>
          )}
          <span>
            {message.fromUserName && (
              <>
                <bdi>{message.fromUserName}</bdi> ·{' '}
              </>
            )}
            <MessageCaption message={message} company={companyOf(message)} /> ·{' '}
            {waits ? (
              <WaitedTime since={message.createdTimestamp} />
            ) : (
              <Time seconds={message.createdTimestamp} />
            )}
          </span>
        </span>
      </button>
      <MarkToggle
        status={status}
        onChange={mayMark ? (target) => markWithUndo(message, target) : undefined}
      />
    </li>
  );
});
