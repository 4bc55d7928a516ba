import { Copy, MessageSquare, Pencil } from 'lucide-react';
import { useMemo, useState } from 'react';
import { keys } from '../../../api/queries.ts';
import type { JobDetails } from '../../../contract/jobDetails.ts';
import { mayEditJob } from '../../../contract/jobRights.ts';
import { useProfile } from '../../../session/useSession.ts';
import { Button } from '../../../ui/Button.tsx';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { useOpenChat } from '../../../ui/openChat.ts';
import { PageHeading } from '../../../ui/PageHeading.tsx';
import { EditDraftNotice } from '../edit/EditDraftNotice.tsx';
import { JobEdit } from '../edit/JobEdit.tsx';
import { useEditing } from '../edit/useEditing.ts';
import { withWaiting } from '../form/waitingDraft.ts';
import { jobName, newMessagesWords } from '../jobWords.ts';
import { PrepareJob } from '../offline/PrepareJob.tsx';
import { useWaitingChanges } from '../offline/useWaitingJobs.ts';
import { WaitingChanges } from '../offline/WaitingChanges.tsx';
import { Deliverables } from '../results/Deliverables.tsx';
import { JobFacts } from './JobFacts.tsx';
import { JobFiles } from './JobFiles.tsx';
import { JobPeople } from './JobPeople.tsx';
import { JobRevisions } from './JobRevisions.tsx';
import { JobState } from './JobState.tsx';
import { JobTimeline } from './JobTimeline.tsx';
import styles from './JobView.module.css';

/** A job to read, and on request the form to change it. */
export function JobView({ job: known }: { job: JobDetails }) {
  const { email, userType } = useProfile();
  const openChat = useOpenChat();
  const records = useWaitingChanges(known.jobId);
  /** As it will be once what waits has arrived: the next change begins there. */
  const job = useMemo(() => withWaiting(known, records), [known, records]);
  /** Place in the line of the waiting change that is being changed. */
  const [changing, setChanging] = useState<number | null>(null);
  const { editing: isNew, leftSeconds, open, discard } = useEditing(email, job.jobId);
  const editing = isNew || changing !== null;
  // The results come first once there are any; the first one added does not move the page under its author.
  const [delivered] = useState(job.deliverables.length > 0);
  const editable = mayEditJob(job.status, userType);
  return (
    <div className="page">
      <PageHeading
        title={jobName(job)}
        documentTitle={`${jobName(job)} (${job.jobCode})`}
        over={`Job ${job.jobCode}`}
        of={[keys.job(job.jobId)]}
        note={[job.jobReporterDetails.company, job.newMessages > 0 && newMessagesWords(job.newMessages)]
          .filter(Boolean)
          .join(' · ')}
      >
        {!editing && job.status === 'COMPLETED' && (
          <ButtonLink to="/jobs/create" search={{ revisionOf: job.jobId }}>
            Request a revision
          </ButtonLink>
        )}
        {!editing && editable && (
          <Button onClick={() => open(true)}>
            <Pencil aria-hidden />
            Edit job
          </Button>
        )}
        {!editing && (
          <ButtonLink to="/jobs/create" search={{ templateOf: job.jobId }} variant="quiet" data-no-print="">
            <Copy aria-hidden />
            Use as template
          </ButtonLink>
        )}
        {!editing && <PrepareJob job={job} />}
        <Button variant="primary" onClick={() => openChat(job.jobId)}>
          <MessageSquare aria-hidden />
          Open chat
        </Button>
      </PageHeading>
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
      ) : (
        <div className={styles.layout}>
          <div className={styles.state}>
            <JobState job={job} />
          </div>
          <div className={styles.main}>
            {delivered && <Deliverables job={job} />}
            <JobFacts job={job} />
            {!delivered && <Deliverables job={job} />}
            <JobFiles job={job} />
          </div>
          <div className={styles.people}>
            <JobPeople job={job} />
            <JobRevisions job={job} />
          </div>
          <div className={styles.timeline}>
            <JobTimeline job={job} />
          </div>
        </div>
      )}
    </div>
  );
}
