import { Paperclip } from 'lucide-react';
import { isStaff } from '../../contract/enums.ts';
import { filesOf, type Message } from '../../contract/message.ts';
import type { ApprovedProfile } from '../../contract/user.ts';
import { messageCaption } from '../../format/caption.ts';
import { markMessage } from '../../outbox/send.ts';
import { openChat } from '../../session/openChat.ts';
import { MarkToggle } from '../../ui/MarkToggle.tsx';
import { Time } from '../../ui/Time.tsx';
import { toast } from '../../ui/toast.ts';
import styles from './MessageRows.module.css';

type Props = { message: Message; reader: ApprovedProfile };

/** One message of the inbox: opens its job's chat from this message on, and can be marked where it stands. */
export function MessageRow({ message, reader }: Props) {
  const { communicationId, jobId, status } = message;
  const fileCount = filesOf(message).length;
  const mayMark = isStaff(reader.userType) || message.toUserId.toLowerCase() === reader.email.toLowerCase();

  function mark(target: Message['status']) {
    markMessage({ communicationId, jobId, email: reader.email, status: target }, status).catch(
      (error: Error) => toast(`The message could not be marked. ${error.message}`, { tone: 'bad' }),
    );
  }
  return (
    <li className={styles.row} data-new={status === 'NEW' || undefined}>
      <button type="button" className={styles.open} onClick={() => openChat(jobId, communicationId)}>
        <span className={styles.head}>
          <span className={styles.project}>{message.project || 'No job Name'}</span>
          {message.jobCode && <span className="code small soft">{message.jobCode}</span>}
        </span>
        <span className={styles.content}>{message.content}</span>
        <span className={styles.foot}>
          {fileCount > 0 && (
            <span className={styles.files}>
              <Paperclip aria-hidden />
              {fileCount === 1 ? '1 file' : `${fileCount} files`}
            </span>
          )}
          <span>
            {message.fromUserName && `${message.fromUserName} · `}
            {messageCaption(message)} · <Time seconds={message.createdTimestamp} />
          </span>
        </span>
      </button>
      <MarkToggle status={status} onChange={mayMark ? mark : undefined} />
    </li>
  );
}
