import { Link } from '@tanstack/react-router';
import { shownNameOf } from '../../../api/attachments.ts';
import { type Comparable, comparablesOf, setBefore } from '../../../contract/jobs/comparable.ts';
import type { Attachment, JobDetails } from '../../../contract/jobs/jobDetails.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Dialog } from '../../../ui/dialog/Dialog.tsx';
import { Progress } from '../../../ui/feedback/Progress.tsx';
import { TryAgain } from '../../../ui/feedback/TryAgain.tsx';
import { PlainTime } from '../../../ui/text/PlainTime.tsx';
import list from '../bars/PanelList.module.css';
import { useChain } from './useChain.ts';

type Props = {
  job: JobDetails;
  file: Attachment;
  /** Whether it is about a PDF inside the file, which is none of the job’s. */
  isInside?: boolean;
  onClose: () => void;
};

/** Says what a PDF is among those of its job. */
export function placeOf({ deliverable, job }: Comparable, own: Pick<JobDetails, 'jobId'>): string {
  const where = job.jobId === own.jobId ? '' : job.jobCode;
  const what = deliverable ? `Delivered, revision ${deliverable.revision}` : '';
  return [what, where].filter(Boolean).join(' · ') || 'This job';
}

/** Lists the PDFs that a plan can be compared with: the set before it first, then what was delivered. */
export function CompareChoice({ isInside = false, ...props }: Props) {
  return (
    <Dialog open onClose={props.onClose} title="Compare with">
      {isInside ? (
        <p>A PDF inside another one can’t be compared here. Download it and attach it to the job.</p>
      ) : (
        <Choices {...props} />
      )}
    </Dialog>
  );
}

function Choices({ job, file, onClose }: Omit<Props, 'isInside'>) {
  const { jobs, isLoading, query } = useChain(job);
  const others = comparablesOf(jobs).filter((one) => one.file.key !== file.key);
  const before = setBefore(file.key, jobs);
  const isBefore = (one: Comparable) => one.file.key === before?.file.key;
  const sorted = [...others.filter(isBefore), ...others.filter((one) => !isBefore(one))];
  return (
    <div className="stack">
      <ul className={list.list}>
        {sorted.map((one) => (
          <li key={one.file.key} className={list.entry}>
            <Choice job={job} file={file} other={one} isBefore={isBefore(one)} onChosen={onClose} />
          </li>
        ))}
      </ul>
      {isLoading && <Progress label="Loading the jobs that this one revises" />}
      {query.error && <TryAgain query={query} what="the jobs that this one revises" />}
      {!isLoading && !query.error && others.length === 0 && <p>There is no other PDF to compare with.</p>}
    </div>
  );
}

type ChoiceProps = {
  job: JobDetails;
  file: Attachment;
  other: Comparable;
  isBefore: boolean;
  onChosen: () => void;
};

function Choice({ job, file, other, isBefore, onChosen }: ChoiceProps) {
  // The newer one is compared with the older one, whichever is open.
  const isLater =
    other.job.jobId === job.jobId && other.file.createdTimestamp > file.createdTimestamp && !isBefore;
  const [after, before] = isLater ? [other.file, file] : [file, other.file];
  return (
    <Link
      className={list.open}
      to="/plans/$jobId/$key"
      params={{ jobId: job.jobId, key: after.key }}
      search={{ compare: before.key }}
      // The pair that is shown already leads nowhere.
      onClick={onChosen}
    >
      <span className={list.head}>
        <bdi translate="no">{shownNameOf(other.file)}</bdi>
        {isBefore && <Badge tone="blue">The set before</Badge>}
      </span>
      <span className={list.head}>
        <span>{placeOf(other, job)}</span>
        {other.file.createdTimestamp > 0 && <PlainTime seconds={other.file.createdTimestamp} />}
      </span>
    </Link>
  );
}
