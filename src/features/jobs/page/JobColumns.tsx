import { lazy, type ReactNode, Suspense, useState } from 'react';
import { isStaff, openStatuses } from '../../../contract/enums.ts';
import { hasSetBefore } from '../../../contract/jobs/comparable.ts';
import type { Job } from '../../../contract/jobs/job.ts';
import { hasDetails, type JobDetails } from '../../../contract/jobs/jobDetails.ts';
import { useProfile } from '../../../session/useSession.ts';
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx';
import { useIsWide } from '../../../ui/useIsWide.ts';
import { Deliverables } from '../deliverables/Deliverables.tsx';
import { JobFacts } from './JobFacts.tsx';
import { JobFiles } from './JobFiles.tsx';
import { JobParticipants } from './JobParticipants.tsx';
import { JobRevisions } from './JobRevisions.tsx';
import { JobState } from './JobState.tsx';
import { JobTimeline } from './JobTimeline.tsx';
import styles from './JobView.module.css';

/** Loads the photos of a job. */
export const loadPhotos = () =>
  import('../photos/JobPhotos.tsx').then((module) => ({ default: module.JobPhotos }));
const JobPhotos = lazy(loadPhotos);
const ComparedPlans = lazy(() =>
  import('../compared/ComparedPlans.tsx').then((module) => ({ default: module.ComparedPlans })),
);

type Props = {
  /** The job, or its row of a list until it is read. */
  job: Job | JobDetails;
  /** What stands in the place of the details that could not be read. */
  failure: ReactNode;
  /** Whether the form of a deliverable was asked for, and its code is being loaded. */
  isAsked: boolean;
  /** Opens the form of a deliverable. @param key of the one to replace, `''` for a new one */
  onAsk: (key: string) => void;
};

/** A job to read, in columns on a desk. */
export function JobColumns({ job, failure, isAsked, onAsk }: Props) {
  const { userType } = useProfile();
  // Deliverables come first if there are any. Neither adding the first one nor reading the details of a row moves the page.
  const [delivered] = useState(hasDetails(job) ? job.deliverables.length > 0 : job.status === 'COMPLETED');
  const rest = hasDetails(job) ? job : null;
  // It is what a client has come for.
  const isFirst = delivered && !isStaff(userType);
  const deliverables = rest && <Deliverables job={rest} isAsked={isAsked} onAsk={onAsk} />;
  const awaited = failure ?? <Skeleton height="18rem" />;
  const isWide = useIsWide();
  // On a phone the photos come first while any can be taken: whoever has it in hand may stand on the roof.
  const photosFirst = !isWide && !failure && openStatuses.includes(job.status);
  const photos = rest ? (
    <Suspense fallback={<div hidden data-awaiting-photos="" />}>
      <JobPhotos job={rest} />
    </Suspense>
  ) : (
    <div hidden data-awaiting-photos="" />
  );
  const files = !failure && (
    <div className={styles.files} data-awaiting-files={rest ? undefined : ''}>
      {rest ? <JobFiles job={rest} /> : <Skeleton height="18rem" />}
    </div>
  );
  const timeline = rest && (
    <div className={styles.timeline}>
      <JobTimeline job={rest} />
    </div>
  );
  return (
    <div className={styles.layout}>
      {isFirst && <div className={styles.delivered}>{deliverables ?? awaited}</div>}
      {photosFirst && <div className={styles.photos}>{photos}</div>}
      <div className={styles.state}>
        <JobState job={job} onDeliver={() => onAsk('')} />
      </div>
      {!delivered && files}
      <div className={styles.main}>
        {delivered && !isFirst && (deliverables ?? awaited)}
        {(rest || failure || !delivered) && <JobFacts job={job} />}
        {!delivered && (deliverables ?? awaited)}
        {rest && hasSetBefore(rest) && (
          <Suspense>
            <ComparedPlans job={rest} />
          </Suspense>
        )}
        {rest && !photosFirst && photos}
        {/* In the column of the facts: a row of its own would begin only below the files beside them. */}
        {isWide && timeline}
      </div>
      {delivered && files}
      {(rest || failure) && (
        <div className={styles.people}>
          <JobParticipants job={job} />
          {rest && <JobRevisions job={rest} />}
        </div>
      )}
      {!isWide && timeline}
    </div>
  );
}
