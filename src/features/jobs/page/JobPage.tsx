import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { checklistsQuery } from '../../../api/checklists.ts';
import { jobQuery } from '../../../api/queries.ts';
import { listedJob } from '../../../cache/cachedItems.ts';
import { isStaff } from '../../../contract/enums.ts';
import type { Job } from '../../../contract/jobs/job.ts';
import { hasDetails, type JobDetails } from '../../../contract/jobs/jobDetails.ts';
import { mayEditJob } from '../../../contract/jobs/jobRights.ts';
import { useProfile } from '../../../session/useSession.ts';
import { whenIdle } from '../../../timing.ts';
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx';
import { TryAgain } from '../../../ui/feedback/TryAgain.tsx';
import { DeliverableDialog } from '../deliverables/DeliverableDialog.tsx';
import { useSendingHeldOnLeave } from '../edit/heldChanges.ts';
import { JobEdit } from '../edit/JobEdit.tsx';
import { useJobEditing } from '../edit/useJobEditing.ts';
import { EditDraftNotice } from '../form/DraftNotice.tsx';
import { withWaiting } from '../form/waitingDraft.ts';
import { useJobSheet } from '../print/useJobSheet.tsx';
import { useWaitingChanges } from '../waiting/useWaitingJobs.ts';
import { WaitingChanges } from '../waiting/WaitingChanges.tsx';
import { JobColumns, loadPhotos } from './JobColumns.tsx';
import { JobHeading } from './JobHeading.tsx';
import { JobTabs } from './JobTabs.tsx';
import { isMissing, JobMissing, JobPageSkeleton } from './LoadJob.tsx';

const NotesTab = lazy(() => import('../notes/NotesTab.tsx').then((module) => ({ default: module.NotesTab })));

type ViewProps = {
  /** The job, or its row of a list until it is read. */
  job: Job | JobDetails;
  /** What stands in the place of the details that could not be read. */
  failure: ReactNode;
  /** The staff notes instead of the job, where the user may read them. */
  view: 'notes' | undefined;
};

function JobView({ job: known, failure, view }: ViewProps) {
  const { email, userType } = useProfile();
  useSendingHeldOnLeave();
  const records = useWaitingChanges(known.jobId);
  /** With the queued changes applied: the next change begins from them. */
  const job = useMemo(() => withWaiting(known, records), [known, records]);
  const { sheet, print } = useJobSheet(hasDetails(job) ? job : undefined);
  const { editing, leftSeconds, open, discard } = useJobEditing(email, job.jobId);
  /** The key of the deliverable to replace, `''` for a new one; null while that form is closed. */
  const [asked, setAsked] = useState<string | null>(null);
  const editable = mayEditJob(job.status, userType);
  const hasNotes = isStaff(userType) && !editing;
  const isNotes = view === 'notes' && hasNotes;
  /** The name of the job is on the screen before the rest is rendered. */
  const isRestDue = useDeferredValue(true, false);
  return (
    <>
      <div className="page" aria-busy={!hasDetails(job) && !failure}>
        <JobHeading
          job={job}
          isNotes={isNotes}
          isEditing={editing}
          isRestDue={isRestDue}
          onEdit={() => open(true)}
          onPrint={print}
        />
        {isRestDue && hasNotes && (
          <JobTabs jobId={job.jobId} isNotes={isNotes} notes={hasDetails(job) ? job.staffNotes : undefined} />
        )}
        {!editing && editable && leftSeconds !== null && (
          <EditDraftNotice seconds={leftSeconds} onOpen={() => open(true)} onDiscard={discard} />
        )}
        {isRestDue && !editing && (
          <WaitingChanges
            job={known}
            records={records}
            onEdit={(form) => (form === 'job' ? open(true) : setAsked(''))}
          />
        )}
        {editing ? (
          hasDetails(job) ? (
            <JobEdit job={job} onDone={() => open(false)} />
          ) : (
            (failure ?? <Skeleton height="24rem" />)
          )
        ) : isNotes ? (
          <Suspense fallback={<Skeleton height="24rem" />}>
            <NotesTab jobId={job.jobId} />
          </Suspense>
        ) : (
          isRestDue && <JobColumns job={job} failure={failure} onAsk={setAsked} />
        )}
      </div>
      {isRestDue && !editing && isStaff(userType) && hasDetails(job) && (
        <DeliverableDialog job={job} asked={asked} onClose={() => setAsked(null)} />
      )}
      {sheet}
    </>
  );
}

/**
 * `/jobs/update/{jobId}`: one job, to read and to change; `?view=notes`: its staff notes. A job that is in a list is shown as its row
 * knows it until it is read.
 */
export function JobPage({ jobId, view }: { jobId: string; view?: 'notes' | undefined }) {
  const queryClient = useQueryClient();
  useEffect(() => {
    // Beside the job, not after it.
    const checklists = checklistsQuery();
    if (!queryClient.getQueryState(checklists.queryKey)) void queryClient.prefetchQuery(checklists);
    return whenIdle(() => void loadPhotos().catch(() => undefined));
  }, [queryClient]);
  const query = useQuery(jobQuery(jobId));
  const { data: details, error } = query;
  const isRead = details !== undefined;
  const row = useMemo(() => (isRead ? undefined : listedJob(jobId)), [jobId, isRead]);
  const job = details ?? (isMissing(error) ? undefined : row);
  if (!job) return error ? <JobMissing query={query} /> : <JobPageSkeleton />;
  const failure = !details && error && <TryAgain query={query} what="the rest of this job" />;
  return <JobView key={jobId} job={job} failure={failure} view={view} />;
}
