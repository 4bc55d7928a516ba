import { useQuery } from '@tanstack/react-query';
import { jobQuery } from '../../api/queries.ts';
import { isStaff } from '../../contract/enums.ts';
import { useProfile } from '../../session/useSession.ts';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { JobMissing } from './JobMissing.tsx';
import { JobPageSkeleton } from './JobPageSkeleton.tsx';
import { emptyDraft } from './jobDraft.ts';
import { revisionValuesOf } from './jobFormValues.ts';
import { jobName } from './jobWords.ts';
import { NewJobForm } from './NewJobForm.tsx';

/** `/jobs/create`, and with `revisionOf` a new job that revises another. */
export function NewJobPage({ revisionOf }: { revisionOf?: string | undefined }) {
  return revisionOf ? <RevisionPage key={revisionOf} jobId={revisionOf} /> : <PlainPage />;
}

function PlainPage() {
  const { email, userType } = useProfile();
  const staff = isStaff(userType);
  return (
    <div className="page">
      <PageHeading title="New job" note="What you type is kept on this device until you send it." />
      <NewJobForm initial={{ ...emptyDraft, jobReporter: staff ? '' : email }} asksReporter={staff} />
    </div>
  );
}

function RevisionPage({ jobId }: { jobId: string }) {
  const { data: job, error, refetch } = useQuery(jobQuery(jobId));
  if (!job) return error ? <JobMissing error={error} onRetry={() => void refetch()} /> : <JobPageSkeleton />;
  return (
    <div className="page">
      <PageHeading
        title={`Revision of ${jobName(job)}`}
        note={`A new job that revises ${job.jobCode}. Change what differs and add the new documents.`}
      />
      <NewJobForm
        initial={{ ...emptyDraft, ...revisionValuesOf(job), jobReporter: job.jobReporter }}
        asksReporter={false}
        revisionOf={jobId}
      />
    </div>
  );
}
