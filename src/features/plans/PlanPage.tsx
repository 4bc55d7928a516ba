import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, Download } from 'lucide';
import { lazy, type Ref, Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { isNotFound } from '../../api/ApiError.ts';
import { downloadAttachment, shownNameOf } from '../../api/attachments.ts';
import { saveBlob } from '../../api/downloads.ts';
import { jobQuery } from '../../api/queries.ts';
import type { Attachment, JobDetails } from '../../contract/jobs/jobDetails.ts';
import { keepScreenOn } from '../../device/screenOn.ts';
import { fileSize } from '../../format/fileSize.ts';
import { planAddress } from '../../format/planLink.ts';
import { useProfile } from '../../session/useSession.ts';
import { Button, ButtonLink, IconButton } from '../../ui/Button.tsx';
import { NotFound } from '../../ui/feedback/NotFound.tsx';
import { Progress } from '../../ui/feedback/Progress.tsx';
import { TryAgain } from '../../ui/feedback/TryAgain.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { useDownload } from '../../ui/files/useDownload.ts';
import { Icon } from '../../ui/Icon.tsx';
import { useOpenChat } from '../../ui/openChat.ts';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { windowTitle } from '../../ui/windowTitle.ts';
import { OpenProgress } from './OpenProgress.tsx';
import type { Plan } from './open/openPlan.ts';
import { PlanError } from './open/PlanError.ts';
import { pictureFile } from './open/pictureOf.ts';
import { usePlan } from './open/usePlan.ts';
import styles from './PlanPage.module.css';
import { PlanViewer } from './PlanViewer.tsx';

/** Adds text and a picture to the draft of a job's message. @returns why not, as a sentence; empty when it was added */
export type ToChat = (
  email: string,
  jobId: string,
  content: { text: string; files: readonly File[] },
) => Promise<string>;

type Props = {
  jobId: string;
  fileKey: string;
  page: number;
  /** The PDF inside it that is open, as `CarriedFile` names it. */
  inside: string | undefined;
  /** Opens a PDF inside it, or the file itself again. */
  onInside: (address: string | undefined) => void;
  /** Changes the page in the address, as a place of its own to go back from or not. */
  onPage: (page: number, how: 'turn' | 'jump') => void;
  /** The key of the PDF that it is compared with, and the sheet that is shown (`numberOf`). */
  compared: string | undefined;
  sheet: number | undefined;
  onSheet: (sheet: number, how: 'turn' | 'jump') => void;
  toChat: ToChat;
};

const ComparePage = lazy(() =>
  import('./comparison/ComparePage.tsx').then((module) => ({ default: module.ComparePage })),
);
const CompareButton = lazy(() =>
  import('./comparison/CompareButton.tsx').then((module) => ({ default: module.CompareButton })),
);

/** Finds a file of a job: its own, of its chat, or a deliverable. */
function fileOf(job: JobDetails, key: string): Attachment | undefined {
  const delivered = job.deliverables.flatMap(({ file, report }) => [file ?? [], report ?? []].flat());
  return [...job.attachments, ...delivered].find((file) => file.key === key);
}

/** `/plans/{jobId}/{key}`: a PDF of a job, page by page. Who may see the job may see its files. */
export function PlanPage({ jobId, fileKey, compared, sheet, onSheet, ...rest }: Props) {
  const query = useQuery(jobQuery(jobId));
  const file = query.data && fileOf(query.data, fileKey);
  const isShown = file !== undefined;
  useEffect(() => (isShown ? keepScreenOn() : undefined), [isShown]);
  if (query.data && file && compared !== undefined) {
    return (
      <Suspense fallback={<Progress label="Loading comparison" />}>
        <ComparePage
          key={compared}
          job={query.data}
          file={file}
          beforeKey={compared}
          sheet={sheet}
          onSheet={onSheet}
          toChat={rest.toChat}
        />
      </Suspense>
    );
  }
  if (query.data && file)
    return <OpenedPlan key={`${file.key} ${rest.inside}`} job={query.data} file={file} {...rest} />;
  // A job as it was stored may lack a file that was just sent.
  const isCurrent = query.isSuccess && !query.isFetching;
  if (isCurrent || isNotFound(query.error)) return <NotFound />;
  return (
    <div className="page" data-narrow="">
      <PageHeading title="Plan" />
      {query.error ? <TryAgain query={query} what="plan" /> : <Progress label="Loading plan" />}
    </div>
  );
}

type OpenedProps = Omit<Props, 'jobId' | 'fileKey' | 'compared' | 'sheet' | 'onSheet'> & {
  job: JobDetails;
  file: Attachment;
};

function OpenedPlan({ job, file, page, inside, onInside, onPage, toChat }: OpenedProps) {
  const { jobId } = job;
  const name = inside?.replace(/^.*\//, '') ?? shownNameOf(file);
  const { email } = useProfile();
  const openChat = useOpenChat();
  const { plan, loaded, error, retry } = usePlan(file, inside);
  const [header, setHeader] = useState<Element | null>(null);

  async function ask(asked: number, picture: Blob, { label, quote = '' }: { label: string; quote?: string }) {
    const title = `${name}, page ${label}`;
    const refusal = await toChat(email, jobId, {
      text: `${title}\n${planAddress(jobId, file.key, asked, inside)}\n${quote && `${quote}\n`}`,
      files: [pictureFile(picture, name, `page ${label}`)],
    });
    if (refusal) toast(refusal, { tone: 'bad' });
    else openChat(jobId);
  }

  return (
    <article className={styles.page} aria-label={name}>
      <PlanHeader
        name={name}
        job={job}
        file={file}
        plan={plan}
        onOuter={inside === undefined ? undefined : () => onInside(undefined)}
        slot={setHeader}
      />
      <div className={styles.notices}>
        {error && <PlanFailure error={error} file={file} onRetry={retry} />}
      </div>
      {plan && (
        <PlanViewer
          plan={plan}
          name={name}
          page={page}
          onPage={onPage}
          onAsk={ask}
          onFile={inside === undefined ? onInside : undefined}
          header={header}
          notice={(shown, failure) =>
            failure ? (
              <PlanFailure error={failure} file={file} onRetry={retry} />
            ) : (
              <LeftOut plan={plan} page={shown} file={file} />
            )
          }
        />
      )}
      {!plan && !error && <OpenProgress name={name} size={file.size} loaded={loaded} />}
    </article>
  );
}

type HeaderProps = {
  name: string;
  job: JobDetails;
  file: Attachment;
  plan: Plan | undefined;
  /** Opens the PDF that holds this one. */
  onOuter: (() => void) | undefined;
  /** For a button of the viewer. */
  slot: Ref<HTMLSpanElement>;
};

function PlanHeader({ name, job, file, plan, onOuter, slot }: HeaderProps) {
  useEffect(() => {
    document.title = windowTitle(name);
  }, [name]);
  return (
    <header className={styles.header}>
      <ButtonLink
        to="/jobs/update/$jobId"
        params={{ jobId: job.jobId }}
        variant="quiet"
        aria-label="Back to job"
        title="Back to job"
      >
        <Icon of={ArrowLeft} />
      </ButtonLink>
      <h1 className={styles.title} tabIndex={-1} data-page-heading="" title={name}>
        <bdi translate="no">{name}</bdi>
      </h1>
      {onOuter && (
        <Button variant="quiet" onClick={onOuter}>
          <bdi translate="no">{shownNameOf(file)}</bdi>
        </Button>
      )}
      <Suspense>
        <CompareButton job={job} file={file} isInside={onOuter !== undefined} />
      </Suspense>
      <span ref={slot} />
      <DownloadIcon file={file} name={name} inside={onOuter && plan} />
    </header>
  );
}

type DownloadProps = {
  file: Attachment;
  name: string /** The plan, if it is inside the file. */;
  inside: Plan | undefined;
};

function DownloadIcon({ file, name, inside }: DownloadProps) {
  const { busy, download } = useDownload(name, async () => {
    if (!inside) return downloadAttachment(file);
    const bytes = await inside.readDocument((pdf) => pdf.getData(), new AbortController().signal);
    saveBlob(new Blob([bytes as Uint8Array<ArrayBuffer>]), name);
  });
  return <IconButton icon={Download} label={`Download ${name}`} busy={busy} onClick={download} />;
}

type FailureProps = { error: Error; file: Attachment; onRetry: () => void };

/** Why the plan or one of its pages is not shown, with the download. */
function PlanFailure({ error, file, onRetry }: FailureProps) {
  return (
    <div role="alert" className={styles.notice}>
      <p>{error.message}</p>
      <div className="row">
        <DownloadButton file={file} variant="primary" />
        {PlanError.isWorthTrying(error) && <Button onClick={onRetry}>Try again</Button>}
      </div>
    </div>
  );
}

/** What is not shown of a page on screen, with the download. */
function LeftOut({ plan, page, file }: { plan: Plan; page: number; file: Attachment }) {
  const sentence = useSyncExternalStore(
    (listener) => plan.onLeftOut(listener),
    () => plan.leftOut(page),
  );
  return (
    <div role="status">
      {sentence && (
        <div className={styles.notice}>
          <p>{sentence}</p>
          <DownloadButton file={file} />
        </div>
      )}
    </div>
  );
}

function DownloadButton({ file, variant }: { file: Attachment; variant?: 'primary' }) {
  const { busy, download } = useDownload(shownNameOf(file), () => downloadAttachment(file));
  return (
    <Button variant={variant} busy={busy} onClick={download}>
      <Icon of={Download} />
      Download{file.size > 0 && ` (${fileSize(file.size)})`}
    </Button>
  );
}
