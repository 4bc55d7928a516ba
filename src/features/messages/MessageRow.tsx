import { Paperclip } from 'lucide-react';
import { memo } from 'react';
import { companyOf } from '../../cache/cachedJobs.ts';
import { isStaff } from '../../contract/enums.ts';
import { filesOf, type InboxMessage } from '../../contract/message.ts';
import type { ApprovedProfile } from '../../contract/user.ts';
import { MarkToggle } from '../../ui/MarkToggle.tsx';
import { MessageCaption } from '../../ui/MessageCaption.tsx';
import { useOpenChat } from '../../ui/openChat.ts';
import { Time } from '../../ui/Time.tsx';
import styles from './MessageRows.module.css';
import { markWithUndo } from './markWithUndo.ts';
import { WaitedTime } from './WaitedTime.tsx';

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
