import { ArrowLeft } from 'lucide';
import { useEffect, useMemo, useState } from 'react';
import { shownNameOf } from '../../../api/attachments.ts';
import { type Comparable, comparablesOf } from '../../../contract/jobs/comparable.ts';
import type { Attachment, JobDetails } from '../../../contract/jobs/jobDetails.ts';
import { Button, ButtonLink } from '../../../ui/Button.tsx';
import { Progress } from '../../../ui/feedback/Progress.tsx';
import { TryAgain } from '../../../ui/feedback/TryAgain.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { windowTitle } from '../../../ui/windowTitle.ts';
import { PlanError } from '../open/PlanError.ts';
import { usePlan } from '../open/usePlan.ts';
import styles from '../PlanPage.module.css';
import type { ToChat } from '../PlanPage.tsx';
import { CompareChoice, placeOf } from './CompareChoice.tsx';
import { ComparisonView } from './ComparisonView.tsx';
import { useChain } from './useChain.ts';

type Props = {
  job: JobDetails;
  /** The PDF after. */
  file: Attachment;
  /** The key of the one before: of this job, or of one that it revises. */
  beforeKey: string;
  sheet: number | undefined;
  onSheet: (sheet: number, how: 'turn' | 'jump') => void;
  toChat: ToChat;
};

/** `/plans/{jobId}/{key}?compare={key}`: what differs between two PDFs, sheet by sheet. */
export function ComparePage({ job, file, beforeKey, ...rest }: Props) {
  const { jobs, isLoading, query } = useChain(job);
  const [isChoosing, setChoosing] = useState(false);
  const [header, setHeader] = useState<Element | null>(null);
  const before = comparablesOf(jobs).find((one) => one.file.key === beforeKey);
  const name = shownNameOf(file);
  useEffect(() => {
    document.title = windowTitle(`${name}, compared`);
  }, [name]);
  return (
    <article className={styles.page} aria-label={`${name}, compared`}>
      <header className={styles.header}>
        <ButtonLink
          to="/plans/$jobId/$key"
          params={{ jobId: job.jobId, key: file.key }}
          search={rest.sheet !== undefined && rest.sheet > 0 ? { page: rest.sheet } : {}}
          variant="quiet"
          aria-label="Back to the plan"
          title="Back to the plan"
        >
          <Icon of={ArrowLeft} />
        </ButtonLink>
        <h1 className={styles.title} tabIndex={-1} data-page-heading="" title={name}>
          <bdi translate="no">{name}</bdi>
        </h1>
        <span ref={setHeader} />
      </header>
      <div className={styles.compared}>
        <span>
          Compared with {before ? <bdi translate="no">{shownNameOf(before.file)}</bdi> : 'another PDF'}
          {before && ` (${placeOf(before, job)})`}
        </span>
        <Button variant="quiet" aria-expanded={isChoosing} onClick={() => setChoosing(true)}>
          Choose another
        </Button>
      </div>
      {before ? (
        <OpenedSets key={file.key} job={job} after={file} before={before} header={header} {...rest} />
      ) : (
        <div className={styles.loading}>
          {isLoading && <Progress label="Loading the jobs that this one revises" />}
          {query.error && <TryAgain query={query} what="the jobs that this one revises" />}
          {!isLoading && !query.error && (
            <p role="alert">The other PDF isn’t one of this job, or of the jobs that it revises.</p>
          )}
        </div>
      )}
      {isChoosing && <CompareChoice job={job} file={file} onClose={() => setChoosing(false)} />}
    </article>
  );
}

type OpenedProps = Omit<Props, 'file' | 'beforeKey'> & {
  after: Attachment;
  before: Comparable;
  header: Element | null;
};

/** Opens both sets. */
function OpenedSets({ job, after, before, header, sheet, onSheet, toChat }: OpenedProps) {
  const is = usePlan(after, undefined);
  const was = usePlan(before.file, undefined);
  const plans = useMemo(
    () => (was.plan && is.plan ? { before: was.plan, after: is.plan } : undefined),
    [was.plan, is.plan],
  );
  const failed = [
    { name: shownNameOf(before.file), ...was },
    { name: shownNameOf(after), ...is },
  ].filter(({ error }) => error);
  return (
    <>
      <div className={styles.notices}>
        {failed.map(({ name, error, retry }) => (
          <div key={name} role="alert" className={styles.notice}>
            <p>
              <bdi translate="no">{name}</bdi>: {error?.message}
            </p>
            {PlanError.isWorthTrying(error) && <Button onClick={retry}>Try again</Button>}
          </div>
        ))}
      </div>
      <ComparisonView
        jobId={job.jobId}
        names={{ before: shownNameOf(before.file), after: shownNameOf(after) }}
        pair={{ before: before.file.key, after: after.key }}
        plans={plans}
        isFailed={failed.length > 0}
        sheet={sheet}
        onSheet={onSheet}
        header={header}
        toChat={toChat}
      />
    </>
  );
}
