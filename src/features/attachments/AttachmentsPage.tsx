import { useQuery } from '@tanstack/react-query';
import { MessageSquare } from 'lucide-react';
import { companyOf } from '../../cache/cachedJobs.ts';
import { filesOf, type Message } from '../../contract/message.ts';
import { useProfile } from '../../session/useSession.ts';
import { Button } from '../../ui/Button.tsx';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { HeadingSkeleton } from '../../ui/HeadingSkeleton.tsx';
import { LinkedText } from '../../ui/LinkedText.tsx';
import { MessageCaption } from '../../ui/MessageCaption.tsx';
import { NotHere } from '../../ui/NotHere.tsx';
import { useOpenChat } from '../../ui/openChat.ts';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Time } from '../../ui/Time.tsx';
import { TryAgain } from '../../ui/TryAgain.tsx';
import { FilePreview } from './FilePreview.tsx';
import { messageQuery } from './findMessage.ts';

type Props = { communicationId: string; jobId: string | undefined };

const title = 'Files of a message';

/** All files of one message, shown in place where that is possible. */
export function AttachmentsPage({ communicationId, jobId }: Props) {
  const reader = useProfile();
  const query = useQuery(messageQuery(reader.email, communicationId, jobId));
  if (query.data === null) return <NotHere />;
  if (query.data) return <Attachments message={query.data} />;
  return (
    <div className="page" data-narrow="">
      {query.error ? (
        <>
          <PageHeading title={title} />
          <TryAgain query={query} />
        </>
      ) : (
        <>
          <HeadingSkeleton title={title} />
          <div aria-busy="true" className="stack">
            <Skeleton height="4rem" />
            <Skeleton height="24rem" />
          </div>
        </>
      )}
    </div>
  );
}

function Attachments({ message }: { message: Message }) {
  const { jobId, communicationId } = message;
  const openChat = useOpenChat();
  const files = filesOf(message);
  return (
    <div className="page" data-narrow="">
      <PageHeading
        title={title}
        over={[message.project || 'No job Name', message.jobCode].filter(Boolean).join(' · ')}
        note={
          <>
            <MessageCaption message={message} company={companyOf(message)} /> ·{' '}
            <Time seconds={message.createdTimestamp} />
          </>
        }
      >
        <ButtonLink to="/jobs/update/$jobId" params={{ jobId }}>
          Back to the job
        </ButtonLink>
        <Button onClick={() => openChat(jobId, communicationId)}>
          <MessageSquare aria-hidden />
          Open the chat
        </Button>
      </PageHeading>
      <blockquote className="sheet">
        <LinkedText text={message.content} />
      </blockquote>
      {files.length === 0 ? (
        <EmptyState title="No files" text="Nothing was attached to this message." />
      ) : (
        files.map((file) => <FilePreview key={file.key} file={file} />)
      )}
    </div>
  );
}
