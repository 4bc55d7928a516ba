import { lazy, memo, Suspense } from 'react';
import { isOwnSide, mayMark } from '../../../contract/messages/marking.ts';
import { filesOf, type Message } from '../../../contract/messages/message.ts';
import type { ApprovedProfile } from '../../../contract/users/user.ts';
import { setMessageStatus } from '../../../outbox/sends/sendMessages.ts';
import { getOwner } from '../../../session/session.ts';
import { AddressedToggle } from '../../../ui/AddressedToggle.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { LinkedText } from '../../../ui/text/LinkedText.tsx';
import { MessageCaption } from '../../../ui/text/MessageCaption.tsx';
import { MessageTime } from '../../../ui/text/MessageTime.tsx';
import styles from './Bubble.module.css';
import { MessageFiles } from './MessageFiles.tsx';
import { WholeText } from './WholeText.tsx';

const AskedShots = lazy(() => import('./AskedShots.tsx').then((module) => ({ default: module.AskedShots })));

type Props = {
  message: Message;
  reader: ApprovedProfile;
  /** The company of the job, for messages that do not name it. */
  company: string;
  /** It is the one that was found in the chat. */
  isFound: boolean;
};

/** One message: its text and files, its sender, addressee and time, and its status. */
export const MessageBubble = memo(function MessageBubble({ message, reader, company, isFound }: Props) {
  const own = isOwnSide(message, reader);
  const { communicationId, jobId, status } = message;

  function mark(target: Message['status']) {
    setMessageStatus(getOwner(), { communicationId, jobId, status: target }).catch((error: Error) =>
      toast(`Couldn’t change the message status. ${error.message}`, { tone: 'bad', lasts: false }),
    );
  }
  return (
    <article
      className={styles.row}
      data-own={own || undefined}
      data-message={communicationId}
      data-found={isFound || undefined}
    >
      <div className={styles.bubble}>
        {message.fromUserId !== reader.email && message.fromUserName && (
          <p className={styles.who} dir="auto" translate="no">
            {message.fromUserName}
          </p>
        )}
        {message.asks ? (
          <Suspense fallback={<LinkedText text={message.content} />}>
            <AskedShots message={message} asks={message.asks} reader={reader} />
          </Suspense>
        ) : (
          <LinkedText text={message.content} />
        )}
        {message.shortened && <WholeText communicationId={communicationId} />}
        <MessageFiles files={filesOf(message)} communicationId={communicationId} jobId={jobId} />
        <p className={styles.caption}>
          <MessageCaption message={message} company={message.company || company} /> ·{' '}
          <MessageTime sent={message.createdTimestamp} written={message.writtenTimestamp} />
        </p>
      </div>
      <AddressedToggle status={status} own={own} onChange={mayMark(message, reader) ? mark : undefined} />
    </article>
  );
});
