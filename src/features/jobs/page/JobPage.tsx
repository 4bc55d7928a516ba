import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue, useMemo, useState } from 'react';
import { isNotFound } from '../../../api/ApiError.ts';
import { jobQuery } from '../../../api/queries.ts';
import { listedJob } from '../../../cache/cachedItems.ts';
import { isStaff } from '../../../contract/enums.ts';
import type { Job } from '../../../contract/jobs/job.ts';
import { hasDetails, type JobDetails } from '../../../contract/jobs/jobDetails.ts';
import type { JobRecord } from '../../../outbox/records/waitingJobs.ts';
import { useProfile } from '../../../session/useSession.ts';
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx';
import { TryAgain } from '../../../ui/feedback/TryAgain.tsx';
import { useLoaded } from '../../../ui/useLoaded.ts';
import { JobPageSkeleton } from '../JobPageSkeleton.tsx';
import { useWaitingChanges } from '../waiting/useWaitingJobs.ts';
import { JobHeading } from './JobHeading.tsx';
import { loadJobBody } from './loadJobBody.ts';

type ViewProps = {
  /** The job, or its row of a list until it is read. */
  job: Job | JobDetails;
  /** Its queued changes. */
  records: readonly JobRecord[];
  /** The code of what follows the head; undefined until it is loaded. */
  body: typeof import('./JobBody.tsx') | undefined;
  /** What stands in the place of the details that could not be read. */
  failure: ReactNode;
  /** The staff notes instead of the job, where the user may read them. */
  view: 'notes' | undefined;
};

function JobView({ job: known, records, body, failure, view }: ViewProps) {
  const { userType } = useProfile();
  /** With the queued changes applied: the next change begins from them. */
  const job = useMemo(() => body?.withWaiting(known, records) ?? known, [body, known, records]);
  const [editing, setEditing] = useState(false);
  const [isPrinting, setPrinting] = useState(false);
  const isNotes = view === 'notes' && isStaff(userType) && !editing;
  /** The body, once the head is on the screen. */
  const rest = useDeferredValue(body ?? null, null);
  return (
    <>
      <div className="page" aria-busy={!hasDetails(job) && !failure}>
        <JobHeading
          job={job}
          isNotes={isNotes}
          isEditing={editing}
          onEdit={() => setEditing(true)}
          take={rest && <rest.AssignToMe job={job} />}
          site={rest && <rest.SiteButtons job={job} />}
        >
          {rest && <rest.HeadingEnd job={job} isEditing={editing} onPrint={() => setPrinting(true)} />}
        </JobHeading>
        {!body && <Skeleton height="18rem" />}
        {rest && (
          <rest.JobBody
            known={known}
            job={job}
            records={records}
            failure={failure}
            isNotes={isNotes}
            editing={editing}
            onEditing={setEditing}
          />
        )}
      </div>
      {rest && (
        <rest.Printed
          job={job}
          isFailed={Boolean(failure)}
          isAsked={isPrinting}
          onDone={() => setPrinting(false)}
        />
      )}
    </>
  );
}

/**
 * `/jobs/update/{jobId}`: one job, to read and to change; `?view=notes`: its staff notes. A job that is in a list is shown as its row
 * knows it until it is read, and its head before the code of the rest is loaded.
 */
export function JobPage({ jobId, view }: { jobId: string; view?: 'notes' | undefined }) {
  const query = useQuery(jobQuery(jobId));
  const body = useLoaded(loadJobBody);
  const records = useWaitingChanges(jobId);
  const { data: details, error } = query;
  const isRead = details !== undefined;
  const row = useMemo(() => (isRead ? undefined : listedJob(jobId)), [jobId, isRead]);
  const job = details ?? (isNotFound(error) ? undefined : row);
  if (!job && error && body) return <body.JobMissing query={query} />;
  // What the user has changed is not shown as it was before; the code that applies it comes with the body.
  if (!job || (!body && records.length > 0)) return <JobPageSkeleton />;
  const failure = !details && error && <TryAgain query={query} what="the rest of this job" />;
  return <JobView key={jobId} job={job} records={records} body={body} failure={failure} view={view} />;
}
