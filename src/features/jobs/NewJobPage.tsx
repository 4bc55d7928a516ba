import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { jobQuery } from '../../api/queries.ts';
import { isStaff } from '../../contract/enums.ts';
import type { JobDetails } from '../../contract/job.ts';
import { useProfile } from '../../session/useSession.ts';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { FormSkeleton } from './FormSkeleton.tsx';
import { JobMissing } from './JobMissing.tsx';
import { JobPageSkeleton } from './JobPageSkeleton.tsx';
import { emptyDraft, isNewJobDraft, type JobDraftValues, newJobForm } from './jobDraft.ts';
import { goesToProperty, revisionValuesOf, templateValuesOf } from './jobFormValues.ts';
import { jobName } from './jobWords.ts';
import { NewJobForm } from './NewJobForm.tsx';
import { useDraft } from './useDraft.ts';

type Origin = { revisionOf?: string | undefined; templateOf?: string | undefined };

/** `/jobs/create`; with `revisionOf` a new job that revises another, with `templateOf` one that begins like another. */
export function NewJobPage({ revisionOf, templateOf }: Origin) {
  const from = revisionOf ?? templateOf;
  return from ? (
    <PageFrom key={`${from} ${revisionOf}`} jobId={from} isRevision={!!revisionOf} />
  ) : (
    <PlainPage />
  );
}

function PlainPage() {
  const { email, userType } = useProfile();
  const staff = isStaff(userType);
  return (
    <div className="page">
      <PageHeading
        title="New job"
        note="What you type and choose is kept on this device until you send it."
      />
      <Drafted initial={{ ...emptyDraft, jobReporter: staff ? '' : email }} asksReporter={staff} />
    </div>
  );
}

function PageFrom({ jobId, isRevision }: { jobId: string; isRevision: boolean }) {
  const { userType } = useProfile();
  const { data: job, error, refetch } = useQuery(jobQuery(jobId));
  if (!job) return error ? <JobMissing error={error} onRetry={() => void refetch()} /> : <JobPageSkeleton />;
  return (
    <div className="page">
      <PageHeading
        title={isRevision ? `Revision of ${jobName(job)}` : `New job like ${jobName(job)}`}
        note={
          isRevision
            ? `A new job that revises ${job.jobCode}. Change what differs and add the new documents.`
            : `Filled in from ${job.jobCode}, without its documents. Change what differs.`
        }
      />
      <Drafted
        initial={valuesFrom(job, isRevision)}
        asksReporter={!isRevision && isStaff(userType)}
        {...(isRevision ? { revisionOf: jobId } : { templateOf: jobId })}
      />
    </div>
  );
}

function valuesFrom(job: JobDetails, isRevision: boolean): JobDraftValues {
  const values = isRevision ? revisionValuesOf(job) : templateValuesOf(job);
  return { ...emptyDraft, ...values, sameAsProperty: goesToProperty(values), jobReporter: job.jobReporter };
}

/** The form once its draft was looked for, so that a late one never writes over what is being typed. */
function Drafted({
  initial,
  asksReporter,
  ...origin
}: Origin & { initial: JobDraftValues; asksReporter: boolean }) {
  const { email } = useProfile();
  const form = newJobForm(origin);
  const { left, key, startOver } = useDraft(email, form, isNewJobDraft);
  // What the form began with; reading the job anew does not move it.
  const [begun] = useState(initial);
  if (left === undefined) return <FormSkeleton />;
  return (
    <NewJobForm
      key={key}
      draftForm={form}
      left={left}
      onDiscard={startOver}
      initial={begun}
      asksReporter={asksReporter}
      revisionOf={origin.revisionOf}
    />
  );
}
