import { usePrefetchQuery } from '@tanstack/react-query';
import { EyeOff, MessageSquare, Pencil } from 'lucide-react';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { checklistsQuery } from '../../../api/checklists.ts';
import { keys } from '../../../api/queries.ts';
import { isStaff, type JobStatus, jobStatuses } from '../../../contract/enums.ts';
import type { JobDetails } from '../../../contract/jobDetails.ts';
import { mayEditJob, nextStatuses } from '../../../contract/jobRights.ts';
import { formatPhone } from '../../../format/phone.ts';
import { useProfile } from '../../../session/useSession.ts';
import { HighPriorityBadge, StatusBadge } from '../../../ui/Badge.tsx';
import { Button, ButtonLink } from '../../../ui/Button.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { EmailLink } from '../../../ui/EmailLink.tsx';
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx';
import { LongText } from '../../../ui/LongText.tsx';
import { useOpenChat } from '../../../ui/openChat.ts';
import { PageHeading } from '../../../ui/PageHeading.tsx';
import { TabLink, Tabs } from '../../../ui/Tabs.tsx';
import { Time } from '../../../ui/Time.tsx';
import { AtHand } from '../AtHand.tsx';
import { Deliverables } from '../deliverables/Deliverables.tsx';
import { JobDue } from '../due/JobDue.tsx';
import { JobEdit } from '../edit/JobEdit.tsx';
import { ReasonDialog } from '../edit/ReasonDialog.tsx';
import { useEditing } from '../edit/useEditing.ts';
import { useJobUpdate } from '../edit/useJobUpdate.ts';
import { EditDraftNotice } from '../form/DraftNotice.tsx';
import { FormSection } from '../form/FormSection.tsx';
import { withWaiting } from '../form/waitingDraft.ts';
import { JobLink } from '../JobLink.tsx';
import { assigneeText, jobName, newMessagesText } from '../jobText.ts';
import { JobMenu } from '../list/JobActions.tsx';
import { PrepareJob } from '../offline/PrepareJob.tsx';
import { useJobSheet } from '../print/JobSheet.tsx';
import { useWaitingChanges } from '../waiting/useWaitingJobs.ts';
import { WaitingChanges } from '../waiting/WaitingChanges.tsx';
import { JobAssignee } from './JobAssignee.tsx';
import { JobFacts } from './JobFacts.tsx';
import { JobFiles } from './JobFiles.tsx';
import { JobTimeline } from './JobTimeline.tsx';
import styles from './JobView.module.css';
import { LoadJob } from './LoadJob.tsx';

const NotesTab = lazy(() => import('../notes/NotesTab.tsx').then((module) => ({ default: module.NotesTab })));
const loadPhotos = () => import('../photos/JobPhotos.tsx').then((module) => ({ default: module.JobPhotos }));
const JobPhotos = lazy(loadPhotos);

function actionLabel(from: JobStatus, to: JobStatus): string {
  if (to === 'IN_PROGRESS') return from === 'ON_HOLD' ? 'Resume' : 'Reopen';
  return { ON_HOLD: 'Put on hold', COMPLETED: 'Mark as completed', CANCELLED: 'Cancel job' }[to];
}

/** The status that a dialog asks a reason for. After one was sent, the dialog begins anew; `times` counts them. */
type Asked = { to: 'ON_HOLD' | 'CANCELLED'; open: boolean; isSent?: true; times: number };

/** The status with its reason, and the changes of it that the user may make. */
function JobState({ job }: { job: JobDetails }) {
  const { userType } = useProfile();
  const { busy, change } = useJobUpdate(job);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [completing, setCompleting] = useState(false);
  const next = nextStatuses(job.status, userType);
  const changed = job.updatedTimestamp || job.createdTimestamp;

  function go(status: JobStatus) {
    if (status === 'ON_HOLD' || status === 'CANCELLED')
      setAsked({ to: status, open: true, times: (asked?.times ?? 0) + (asked?.isSent ? 1 : 0) });
    else if (status === 'COMPLETED') setCompleting(true);
    else void change({ status }, `Job moved to ${jobStatuses[status]}.`);
  }

  return (
    <FormSection title="Status">
      <div className="row">
        <StatusBadge status={job.status} />
        {job.jobPriority === 'HIGH' && <HighPriorityBadge />}
        {changed > 0 && (
          <span className="soft small">
            Updated <Time seconds={changed} inSentence />
          </span>
        )}
      </div>
      {job.statusReason && (
        <LongText text={job.statusReason} of="the reason">
          <p className="plain-text">
            <span className="soft">Reason: </span>
            <bdi>{job.statusReason}</bdi>
          </p>
        </LongText>
      )}
      {job.due !== undefined && <JobDue job={job} />}
      {next.length > 0 && (
        <div className={`row ${styles.changes}`}>
          {next.map((status) => (
            <Button
              key={status}
              variant={status === 'CANCELLED' ? 'quiet' : 'secondary'}
              busy={busy}
              onClick={() => go(status)}
            >
              {actionLabel(job.status, status)}
            </Button>
          ))}
        </div>
      )}
      <ConfirmDialog
        open={completing}
        onClose={() => setCompleting(false)}
        title="Mark this job as completed?"
        confirm="Mark as completed"
        variant="primary"
        onConfirm={() => {
          setCompleting(false);
          void change({ status: 'COMPLETED' }, `Job moved to ${jobStatuses.COMPLETED}.`);
        }}
      >
        The client will be notified. Only staff can reopen the job.
      </ConfirmDialog>
      {asked && (
        <ReasonDialog
          key={`${asked.to} ${asked.times}`}
          job={job}
          to={asked.to}
          open={asked.open}
          onClose={() => setAsked({ ...asked, open: false })}
          onSent={() => setAsked({ ...asked, open: false, isSent: true })}
        />
      )}
    </FormSection>
  );
}

type ViewProps = {
  job: JobDetails;
  /** The staff notes instead of the job, where the user may read them. */
  view: 'notes' | undefined;
};

function JobView({ job: known, view }: ViewProps) {
  const { email, userType } = useProfile();
  const openChat = useOpenChat();
  const records = useWaitingChanges(known.jobId);
  /** With the queued changes applied: the next change begins from them. */
  const job = useMemo(() => withWaiting(known, records), [known, records]);
  const { sheet, print } = useJobSheet(job);
  /** `seq` of the queued change that is edited. */
  const [changing, setChanging] = useState<number | null>(null);
  const { editing: isNew, leftSeconds, open, discard } = useEditing(email, job.jobId);
  const editing = isNew || changing !== null;
  // Deliverables come first if there are any. Adding the first one does not move the page under its author.
  const [delivered] = useState(job.deliverables.length > 0);
  const editable = mayEditJob(job.status, userType);
  const notes = isStaff(userType) && !editing ? job.staffNotes : undefined;
  const isNotes = view === 'notes' && notes !== undefined;
  const { company } = job.jobReporterDetails;
  const page = (
    <div className="page">
      <PageHeading
        title={jobName(job)}
        documentTitle={`${jobName(job)} (${job.jobCode})`}
        over={
          <>
            Job <span translate="no">{job.jobCode}</span>
          </>
        }
        of={[keys.job(job.jobId), ...(isNotes ? [keys.staffNotes(job.jobId)] : [])]}
        note={
          (company || job.newMessages > 0) && (
            <>
              <span translate="no">{company}</span>
              {company && job.newMessages > 0 && ' · '}
              {job.newMessages > 0 && newMessagesText(job.newMessages)}
            </>
          )
        }
      >
        <Button variant="primary" onClick={() => openChat(job.jobId)}>
          <MessageSquare aria-hidden />
          Open chat
        </Button>
        {!editing && <AtHand job={job} />}
        {!editing && (
          <>
            {editable && (
              <Button onClick={() => open(true)}>
                <Pencil aria-hidden />
                Edit job
              </Button>
            )}
            {job.status === 'COMPLETED' && (
              <ButtonLink to="/jobs/create" search={{ revisionOf: job.jobId }}>
                Request revision
              </ButtonLink>
            )}
            <span className={styles.last}>
              <PrepareJob job={job} />
              <JobMenu job={job} onPrint={print} />
            </span>
          </>
        )}
      </PageHeading>
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
      )}
    </div>
  );
  return (
    <>
      {page}
      {sheet}
    </>
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

function JobParticipants({ job }: { job: JobDetails }) {
  const { userType } = useProfile();
  const { company, phoneNumber } = job.jobReporterDetails;
  const open = job.status === 'IN_PROGRESS' || job.status === 'ON_HOLD';
  return (
    <FormSection title="People">
      <dl className="facts">
        <div>
          <dt>Client</dt>
          <dd dir="auto" translate="no">
            {job.reporter || job.jobReporter}
          </dd>
          {company && (
            <dd className="soft" dir="auto" translate="no">
              {company}
            </dd>
          )}
          <dd>
            <EmailLink email={job.jobReporter} />
          </dd>
          {phoneNumber && (
            <dd>
              <a href={`tel:${phoneNumber}`} translate="no">
                {formatPhone(phoneNumber)}
              </a>
            </dd>
          )}
        </div>
        <div>
          <dt>Assignee</dt>
          <dd dir="auto" translate={job.assignedTo ? 'no' : undefined}>
            {assigneeText(job)}
          </dd>
          {job.assignedTo && (
            <dd>
              <EmailLink email={job.assignedTo} />
            </dd>
          )}
        </div>
      </dl>
      {isStaff(userType) && open && <JobAssignee job={job} />}
    </FormSection>
  );
}

/** `/jobs/update/{jobId}`: one job, to read and to change; `?view=notes`: its staff notes. */
export function JobPage({ jobId, view }: { jobId: string; view?: 'notes' | undefined }) {
  // Beside the job, not after it.
  usePrefetchQuery(checklistsQuery());
  useEffect(() => void loadPhotos().catch(() => undefined), []);
  return <LoadJob jobId={jobId}>{(job) => <JobView key={jobId} job={job} view={view} />}</LoadJob>;
}

/** The jobs of a revision chain, oldest first; this page's is marked. */
function JobRevisions({ job }: { job: JobDetails }) {
  if (job.revisions.length < 2) return null;
  return (
    <FormSection title="Revisions">
      <ol className={styles.revisions}>
        {job.revisions.map((one, index) => {
          const here = one.jobId === job.jobId;
          return (
            <li key={one.jobId} className={styles.revision} data-here={here || undefined}>
              <p className="lettering">
                {index === 0 ? 'Original' : `Revision ${index}`}
                {here && ' (this job)'}
              </p>
              <p>
                {here ? <strong aria-current="page">{jobName(one)}</strong> : <JobLink job={one} />}{' '}
                <span className="code" translate="no">
                  {one.jobCode}
                </span>
              </p>
              <p className="row">
                <StatusBadge status={one.status} />
                {one.createdTimestamp > 0 && (
                  <span className="soft small">
                    <Time seconds={one.createdTimestamp} />
                  </span>
                )}
              </p>
            </li>
          );
        })}
      </ol>
    </FormSection>
  );
}
