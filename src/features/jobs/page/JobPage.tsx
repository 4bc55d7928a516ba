import { usePrefetchQuery } from '@tanstack/react-query';
import { EyeOff } from 'lucide-react';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { checklistsQuery } from '../../../api/checklists.ts';
import { isStaff } from '../../../contract/enums.ts';
import type { JobDetails } from '../../../contract/jobs/jobDetails.ts';
import { mayEditJob } from '../../../contract/jobs/jobRights.ts';
import { useProfile } from '../../../session/useSession.ts';
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx';
import { TabLink, Tabs } from '../../../ui/Tabs.tsx';
import { Deliverables } from '../deliverables/Deliverables.tsx';
import { JobEdit } from '../edit/JobEdit.tsx';
import { useJobEditing } from '../edit/useJobEditing.ts';
import { EditDraftNotice } from '../form/DraftNotice.tsx';
import { withWaiting } from '../form/waitingDraft.ts';
import { useJobSheet } from '../print/useJobSheet.tsx';
import { useWaitingChanges } from '../waiting/useWaitingJobs.ts';
import { WaitingChanges } from '../waiting/WaitingChanges.tsx';
import { JobFacts } from './JobFacts.tsx';
import { JobFiles } from './JobFiles.tsx';
import { JobHeading } from './JobHeading.tsx';
import { JobParticipants } from './JobParticipants.tsx';
import { JobRevisions } from './JobRevisions.tsx';
import { JobState } from './JobState.tsx';
import { JobTimeline } from './JobTimeline.tsx';
import styles from './JobView.module.css';
import { LoadJob } from './LoadJob.tsx';

const NotesTab = lazy(() => import('../notes/NotesTab.tsx').then((module) => ({ default: module.NotesTab })));
const loadPhotos = () => import('../photos/JobPhotos.tsx').then((module) => ({ default: module.JobPhotos }));
const JobPhotos = lazy(loadPhotos);

type ViewProps = {
  job: JobDetails;
  /** The staff notes instead of the job, where the user may read them. */
  view: 'notes' | undefined;
};

function JobView({ job: known, view }: ViewProps) {
  const { email, userType } = useProfile();
  const records = useWaitingChanges(known.jobId);
  /** With the queued changes applied: the next change begins from them. */
  const job = useMemo(() => withWaiting(known, records), [known, records]);
  const { sheet, print } = useJobSheet(job);
  /** `seq` of the queued change that is edited. */
  const [changing, setChanging] = useState<number | null>(null);
  const { editing: isNew, leftSeconds, open, discard } = useJobEditing(email, job.jobId);
  const editing = isNew || changing !== null;
  const editable = mayEditJob(job.status, userType);
  const notes = isStaff(userType) && !editing ? job.staffNotes : undefined;
  const isNotes = view === 'notes' && notes !== undefined;
  return (
    <>
      <div className="page">
        <JobHeading
          job={job}
          isNotes={isNotes}
          isEditing={editing}
          onEdit={() => open(true)}
          onPrint={print}
        />
        {notes !== undefined && <JobTabs jobId={job.jobId} isNotes={isNotes} notes={notes} />}
        {!editing && editable && leftSeconds !== null && (
          <EditDraftNotice seconds={leftSeconds} onOpen={() => open(true)} onDiscard={discard} />
        )}
        {!editing && <WaitingChanges job={known} records={records} onEdit={setChanging} />}
        {editing ? (
          <JobEdit
            key={changing}
            job={changing === null ? job : known}
            seq={changing}
            onDone={() => (changing === null ? open(false) : setChanging(null))}
          />
        ) : isNotes ? (
          <Suspense fallback={<Skeleton height="24rem" />}>
            <NotesTab job={known} />
          </Suspense>
        ) : (
          <JobColumns job={job} />
        )}
      </div>
      {sheet}
    </>
  );
}

/** `/jobs/update/{jobId}`: one job, to read and to change; `?view=notes`: its staff notes. */
export function JobPage({ jobId, view }: { jobId: string; view?: 'notes' | undefined }) {
  // Beside the job, not after it.
  usePrefetchQuery(checklistsQuery());
  useEffect(() => void loadPhotos().catch(() => undefined), []);
  return <LoadJob jobId={jobId}>{(job) => <JobView key={jobId} job={job} view={view} />}</LoadJob>;
}

/** A job to read, in columns on a desk. */
function JobColumns({ job }: { job: JobDetails }) {
  // Deliverables come first if there are any. Adding the first one does not move the page under its author.
  const [delivered] = useState(job.deliverables.length > 0);
  return (
    <div className={styles.layout}>
      <div className={styles.state}>
        <JobState job={job} />
      </div>
      <div className={styles.main}>
        {delivered && <Deliverables job={job} />}
        <JobFacts job={job} />
        {!delivered && <Deliverables job={job} />}
        <Suspense fallback={<div hidden data-awaiting-photos="" />}>
          <JobPhotos job={job} />
        </Suspense>
        <div className={styles.files}>
          <JobFiles job={job} />
        </div>
      </div>
      <div className={styles.people}>
        <JobParticipants job={job} />
        <JobRevisions job={job} />
      </div>
      <div className={styles.timeline}>
        <JobTimeline job={job} />
      </div>
    </div>
  );
}

/** The job itself, and what only staff see of it. */
function JobTabs({ jobId, isNotes, notes }: { jobId: string; isNotes: boolean; notes: number }) {
  const job = { to: '/jobs/update/$jobId', params: { jobId }, resetScroll: false } as const;
  return (
    <Tabs label="Views of the job">
      <TabLink
        {...job}
        search={{}}
        activeOptions={{ exact: true }}
        aria-current={isNotes ? undefined : 'page'}
      >
        Job
      </TabLink>
      <TabLink
        {...job}
        search={{ view: 'notes' }}
        aria-current={isNotes ? 'page' : undefined}
        count={notes}
        data-notes=""
      >
        <EyeOff aria-hidden />
        Staff notes
      </TabLink>
    </Tabs>
  );
}
