import { useQuery } from '@tanstack/react-query';
import { Download, MessageSquare } from 'lucide';
import { useState } from 'react';
import {
  attachmentQuery,
  downloadAttachment,
  type PreviewedFile,
  previewQuery,
  shownNameOf,
} from '../../api/attachments.ts';
import { hasPreview, isPdf } from '../../contract/jobs/jobDetails.ts';
import { filesOf, type Message } from '../../contract/messages/message.ts';
import { fileSize } from '../../format/fileSize.ts';
import { useProfile } from '../../session/useSession.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { HeadingSkeleton } from '../../ui/feedback/HeadingSkeleton.tsx';
import { NotFound } from '../../ui/feedback/NotFound.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { TryAgain } from '../../ui/feedback/TryAgain.tsx';
import { FileView, PdfCover } from '../../ui/files/FileView.tsx';
import { PreviewNote } from '../../ui/files/PreviewNote.tsx';
import { useDownload } from '../../ui/files/useDownload.ts';
import { Icon } from '../../ui/Icon.tsx';
import { useOpenChat } from '../../ui/openChat.ts';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { LinkedText } from '../../ui/text/LinkedText.tsx';
import { MessageCaption } from '../../ui/text/MessageCaption.tsx';
import { MessageTime } from '../../ui/text/MessageTime.tsx';
import { useNear } from '../../ui/useNear.ts';
import styles from './FilePreview.module.css';
import { messageQuery } from './findMessage.ts';

/** Larger files are loaded only on request. */
const maxAutomaticBytes = 10 * 1024 * 1024;

/** One file: name, size, download, and the file itself where a browser can show it safely. */
function FilePreview({ file, jobId }: { file: PreviewedFile; jobId: string }) {
  const name = shownNameOf(file);
  const { busy, download } = useDownload(shownNameOf(file), () => downloadAttachment(file));
  return (
    <article className={styles.file} aria-label={name}>
      <header className={styles.header}>
        <div className={styles.words}>
          <h2 translate="no">{name}</h2>
          {file.size > 0 && <p className="small soft">{fileSize(file.size)}</p>}
        </div>
        <Button busy={busy} onClick={download}>
          <Icon of={Download} />
          Download
        </Button>
      </header>
      {hasPreview(file.contentType) ? (
        <Preview file={file} name={name} jobId={jobId} />
      ) : (
        <p className="small soft">No preview available for this file type. Download the file to open it.</p>
      )}
    </article>
  );
}

function Preview({ file, name, jobId }: { file: PreviewedFile; name: string; jobId: string }) {
  const [frame, near] = useNear<HTMLDivElement>();
  const [wanted, setWanted] = useState(false);
  const preview = useQuery({ ...previewQuery(file, 'page'), enabled: near });
  const shown = preview.isError ? null : preview.data;
  const isLarge = file.size > maxAutomaticBytes;
  const isWanted = wanted || (shown === null && !isLarge);
  const whole = useQuery({ ...attachmentQuery(file), enabled: isWanted && !isPdf(file) });
  const common = { name, size: file.size, preview: shown };
  return (
    <div ref={frame}>
      {isPdf(file) ? (
        <>
          <PreviewNote of={shown} />
          <PdfCover {...common} jobFile={{ jobId, key: file.key }} />
        </>
      ) : (
        <FileView
          {...common}
          contentType={file.contentType}
          busy={preview.isFetching}
          whole={whole}
          onOpen={() => setWanted(true)}
          isLarge={isLarge}
        />
      )}
    </div>
  );
}

type Props = { communicationId: string; jobId: string | undefined };

const title = 'Message attachments';

/** The page of a message's files, each in place where that is possible. */
export function AttachmentsPage({ communicationId, jobId }: Props) {
  const reader = useProfile();
  const query = useQuery(messageQuery(reader.email, communicationId, jobId));
  if (query.data === null) return <NotFound />;
  if (query.data) return <Attachments message={query.data} />;
  return (
    <div className="page" data-narrow="">
      {query.error ? (
        <>
          <PageHeading title={title} />
          <TryAgain query={query} what="attachments" />
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
        over={
          <>
            {message.project || 'No job Name'}
            {message.jobCode && ' · '}
            <span translate="no">{message.jobCode}</span>
          </>
        }
        note={
          <>
            <MessageCaption message={message} company={message.company} /> ·{' '}
            <MessageTime sent={message.createdTimestamp} written={message.writtenTimestamp} />
          </>
        }
      >
        <ButtonLink to="/jobs/update/$jobId" params={{ jobId }}>
          Back to job
        </ButtonLink>
        <Button onClick={() => openChat(jobId, communicationId)}>
          <Icon of={MessageSquare} />
          Open chat
        </Button>
      </PageHeading>
      <blockquote className="sheet">
        <LinkedText text={message.content} />
      </blockquote>
      {files.length === 0 ? (
        <EmptyState title="No attachments" text="This message has no files." />
      ) : (
        files.map((file) => <FilePreview key={file.key} file={file} jobId={jobId} />)
      )}
    </div>
  );
}
