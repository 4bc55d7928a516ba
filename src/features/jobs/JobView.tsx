import { MessageSquare, Pencil } from 'lucide-react';
import { useState } from 'react';
import { type JobDetails, mayEditJob } from '../../contract/job.ts';
import { openChat } from '../../session/openChat.ts';
import { useProfile } from '../../session/useSession.ts';
import { Button } from '../../ui/Button.tsx';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { JobEditForm } from './JobEditForm.tsx';
import { JobFacts } from './JobFacts.tsx';
import { JobFiles } from './JobFiles.tsx';
import { JobPeople } from './JobPeople.tsx';
import { JobState } from './JobState.tsx';
import { JobTimeline } from './JobTimeline.tsx';
import styles from './JobView.module.css';
import { jobName, newMessagesWords } from './jobWords.ts';

/** A job to read, and on request the form to change it. */
export function JobView({ job }: { job: JobDetails }) {
  const { userType } = useProfile();
  const [editing, setEditing] = useState(false);
  const editable = mayEditJob(job.status, userType);
  return (
    <div className="page">
      <PageHeading
        title={jobName(job)}
        documentTitle={`${jobName(job)} (${job.jobCode})`}
        over={`Job ${job.jobCode}`}
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
          <Button onClick={() => setEditing(true)}>
            <Pencil aria-hidden />
            Edit job
          </Button>
        )}
        <Button variant="primary" onClick={() => openChat(job.jobId)}>
          <MessageSquare aria-hidden />
          Open chat
        </Button>
      </PageHeading>
      {editing ? (
        <JobEditForm job={job} onDone={() => setEditing(false)} />
      ) : (
        <div className={styles.layout}>
          <div className={styles.state}>
            <JobState job={job} />
          </div>
          <div className={styles.main}>
            <JobFacts job={job} />
            <JobFiles job={job} />
          </div>
          <div className={styles.people}>
            <JobPeople job={job} />
          </div>
          <div className={styles.timeline}>
            <JobTimeline history={job.history} />
          </div>
        </div>
      )}
    </div>
  );
}
