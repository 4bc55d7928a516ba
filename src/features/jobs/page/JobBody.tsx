import { useQueryClient } from '@tanstack/react-query';
import {
  type ComponentProps,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useEffectEvent,
  useState,
} from 'react';
import { checklistsQuery } from '../../../api/checklistsQuery.ts';
import { isStaff } from '../../../contract/enums.ts';
import type { Job } from '../../../contract/jobs/job.ts';
import { hasDetails, type JobDetails } from '../../../contract/jobs/jobDetails.ts';
import { mayEditJob, nextStatuses } from '../../../contract/jobs/jobRights.ts';
import type { JobRecord } from '../../../outbox/records/waitingJobs.ts';
import { useProfile } from '../../../session/useSession.ts';
import { once, whenIdle } from '../../../timing.ts';
import { loadAsked, useDialogCode } from '../../../ui/dialog/useDialogCode.ts';
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { DraftNotice } from '../../../ui/form/DraftNotice.tsx';
import { Time } from '../../../ui/text/Time.tsx';
import { useSendOnLeave } from '../form/undoableChanges.ts';
import { jobMenu, Menu } from '../list/JobActions.tsx';
import { AvailableOffline } from '../offline/AvailableOffline.tsx';
import { JobColumns, loadPhotos } from './JobColumns.tsx';
import { JobTabs } from './JobTabs.tsx';
import styles from './JobView.module.css';
import { useJobEditing } from './useJobEditing.ts';
import { useReasonDialog } from './useReasonDialog.tsx';

export { JobMissing } from '../LoadJob.tsx';
export { withWaiting } from '../waiting/waitingDraft.ts';
export { AssignToMe } from './JobAssignee.tsx';
export { SiteButtons } from './SiteButtons.tsx';

const NotesTab = lazy(() => import('../notes/NotesTab.tsx').then((module) => ({ default: module.NotesTab })));
const WaitingChanges = lazy(() =>
  import('../waiting/WaitingChanges.tsx').then((module) => ({ default: module.WaitingChanges })),
);
const loadPrinted = once(() => import('../print/PrintedJob.tsx'));
const loadForm = once(() => import('../form/JobEdit.tsx'));
const loadDeliverableDialog = once(() => import('../deliverables/DeliverableDialog.tsx'));
const forms = { job: loadForm, deliverable: loadDeliverableDialog };

type HeadingEndProps = { job: Job; isEditing: boolean; onPrint: () => void };

/** What stands at the end of the heading: what is seldom done with the whole job. */
export function HeadingEnd({ job, isEditing, onPrint }: HeadingEndProps) {
  const { userType } = useProfile();
  const mayCancel = nextStatuses(job.status, userType).includes('CANCELLED');
  const cancellation = useReasonDialog(job, 'CANCELLED');
  return (
    <>
      {!isEditing && (
        <span className={styles.last}>
          <AvailableOffline job={job} />
          <Menu {...jobMenu({ job, onPrint, onCancel: mayCancel ? cancellation.ask : undefined })} />
        </span>
      )}
      {cancellation.dialog}
    </>
  );
}

type PrintedProps = ComponentProps<Awaited<ReturnType<typeof loadPrinted>>['PrintedJob']> & {
  /** Whether the details could not be read. */
  isFailed: boolean;
};

/** The job on paper. Its code is loaded behind what is seen: the browser’s own menu prints without asking. */
export function Printed({ isFailed, ...props }: PrintedProps) {
  const { isAsked, onDone } = props;
  const [code, setCode] = useState(() => loadPrinted.current());
  const load = useEffectEvent(async () => {
    const loaded = await (isAsked ? loadAsked(loadPrinted) : loadPrinted().catch(() => undefined));
    if (loaded) setCode(loaded);
    else if (isAsked) onDone();
  });
  useEffect(() => (code ? undefined : whenIdle(() => void load(), isAsked ? 0 : undefined)), [code, isAsked]);
  const giveUp = useEffectEvent(() => {
    onDone();
    toast('The rest of this job couldn’t be loaded, so it can’t be printed.', { tone: 'bad' });
  });
  // Else it would be printed whenever they come.
  useEffect(() => {
    if (isAsked && isFailed) giveUp();
  }, [isAsked, isFailed]);
  return code && <code.PrintedJob {...props} />;
}

/** The form of a job, whose code is loaded when it is opened. Where it cannot be, the job is shown again. */
function EditForm(props: { job: JobDetails; onDone: () => void; onReopen: () => void }) {
  const [form, setForm] = useState(() => loadForm.current());
  const load = useEffectEvent(async () => {
    const loaded = form ?? (await loadAsked(loadForm));
    if (loaded) setForm(loaded);
    else props.onDone();
  });
  useEffect(() => void load(), []);
  if (form) return <form.JobEdit {...props} />;
  return (
    <div aria-busy="true">
      <Skeleton height="24rem" />
    </div>
  );
}

type Props = {
  /** The job, or its row of a list until it is read. */
  known: Job | JobDetails;
  /** With its queued changes applied. */
  job: Job | JobDetails;
  /** The queued changes. */
  records: readonly JobRecord[];
  /** What stands in the place of the details that could not be read. */
  failure: ReactNode;
  /** Whether its staff notes are shown instead. */
  isNotes: boolean;
  editing: boolean;
  onEditing: (editing: boolean) => void;
};

/** A job below its head: to read, to change, or its staff notes. */
export function JobBody({ known, job, records, failure, isNotes, editing, onEditing }: Props) {
  const { email, userType } = useProfile();
  const queryClient = useQueryClient();
  useEffect(() => {
    // Beside the job, not after it.
    const checklists = checklistsQuery();
    if (!queryClient.getQueryState(checklists.queryKey)) void queryClient.prefetchQuery(checklists);
    return whenIdle(() => void loadPhotos().catch(() => undefined));
  }, [queryClient]);
  useSendOnLeave();
  const { leftSeconds, open, discard } = useJobEditing(email, job.jobId, editing, onEditing);
  const { code, isLoading, withCode } = useDialogCode(loadDeliverableDialog);
  /** The key of the deliverable to replace, `''` for a new one; null while that form is closed. */
  const [asked, setAsked] = useState<string | null>(null);
  const ask = (key: string) => void withCode(() => setAsked(key));
  // Stays: one of its records may be edited in its dialog.
  const [hasWaited, setHasWaited] = useState(false);
  if (records.length > 0 && !hasWaited) setHasWaited(true);
  if (editing) {
    if (hasDetails(job)) return <EditForm job={job} onDone={() => open(false)} onReopen={() => open(true)} />;
    return failure ?? <Skeleton height="24rem" />;
  }
  const staff = isStaff(userType);
  return (
    <>
      {staff && (
        <JobTabs jobId={job.jobId} isNotes={isNotes} notes={hasDetails(job) ? job.staffNotes : undefined} />
      )}
      {mayEditJob(job.status, userType) && leftSeconds !== null && (
        <DraftNotice onGoOn={() => open(true)} onDiscard={discard}>
          You have unsaved changes to this job. Last edited <Time seconds={leftSeconds} inSentence onDevice />
          .
        </DraftNotice>
      )}
      {hasWaited && (
        <Suspense>
          <WaitingChanges
            job={known}
            records={records}
            forms={forms}
            onEdit={(form) => (form === 'job' ? open(true) : ask(''))}
          />
        </Suspense>
      )}
      {isNotes ? (
        <Suspense fallback={<Skeleton height="24rem" />}>
          <NotesTab jobId={job.jobId} />
        </Suspense>
      ) : (
        <JobColumns job={job} failure={failure} isAsked={isLoading} onAsk={ask} />
      )}
      {staff && code && hasDetails(job) && (
        <code.DeliverableDialog job={job} asked={asked} onClose={() => setAsked(null)} />
      )}
    </>
  );
}
