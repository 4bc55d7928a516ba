import { useState } from 'react';
import { isStaff } from '../../../contract/enums.ts';
import type { JobDetails } from '../../../contract/jobs/jobDetails.ts';
import { formatPhone } from '../../../format/phone.ts';
import { useProfile } from '../../../session/useSession.ts';
import { PageHeading } from '../../../ui/PageHeading.tsx';
import { useIsWide } from '../../../ui/useIsWide.ts';
import { jobName } from '../jobText.ts';
import { LoadJob } from '../LoadJob.tsx';
import { useFormDraft } from '../useFormDraft.ts';
import { FormSkeleton } from './FormSkeleton.tsx';
import {
  emptyDraft,
  goesToProperty,
  type JobDraftValues,
  NewJobDraft,
  newJobForm,
  type Origin,
} from './jobDraft.ts';
import { revisionValuesOf, templateValuesOf } from './jobFormValues.ts';
import { NewJobForm } from './NewJobForm.tsx';

/** `/jobs/create`. With `revisionOf` it revises a job, with `templateOf` it begins with the values of one. */
export function NewJobPage({ revisionOf, templateOf }: Origin) {
  const from = revisionOf ?? templateOf;
  if (!from) return <PlainPage />;
  return (
    <LoadJob key={`${from} ${revisionOf}`} jobId={from}>
      {(job) => <PageFrom job={job} isRevision={!!revisionOf} />}
    </LoadJob>
  );
}

function PlainPage() {
  const { email, userType } = useProfile();
  const staff = isStaff(userType);
  const isWide = useIsWide();
  return (
    <div className="page">
      <PageHeading
        title="New job"
        note={isWide ? 'Your draft is saved on this device until you submit it.' : undefined}
      />
      <Drafted initial={{ ...emptyDraft, jobReporter: staff ? '' : email }} asksReporter={staff} />
    </div>
  );
}

function PageFrom({ job, isRevision }: { job: JobDetails; isRevision: boolean }) {
  const { userType } = useProfile();
  return (
    <div className="page">
      <PageHeading
        title={isRevision ? `Revision of ${jobName(job)}` : `New job from ${jobName(job)}`}
        note={
          isRevision
            ? `This creates a new job that revises ${job.jobCode}. Update what changed and add the new documents.`
            : `Copied from ${job.jobCode}, without its documents. Update what’s different.`
        }
      />
      <Drafted
        initial={valuesFrom(job, isRevision)}
        asksReporter={!isRevision && isStaff(userType)}
        {...(isRevision ? { revisionOf: job.jobId } : { templateOf: job.jobId })}
      />
    </div>
  );
}

function valuesFrom(job: JobDetails, isRevision: boolean): JobDraftValues {
  const values = isRevision ? revisionValuesOf(job) : templateValuesOf(job);
  return {
    ...emptyDraft,
    ...values,
    sameAsProperty: goesToProperty(values),
    jobReporter: job.jobReporter,
    phoneNumber_auto_filled: isRevision ? formatPhone(job.jobReporterDetails.phoneNumber) : null,
  };
}

/** The form once its draft was looked for, so that a late one never writes over what is being typed. */
function Drafted({
  initial,
  asksReporter,
  ...origin
}: Origin & { initial: JobDraftValues; asksReporter: boolean }) {
  const { email } = useProfile();
  const form = newJobForm(origin);
  const drafted = useFormDraft(email, form, NewJobDraft);
  // What the form began with; reading the job anew does not move it.
  const [begun] = useState(initial);
  if (!drafted) return <FormSkeleton />;
  return (
    <NewJobForm
      key={drafted.key}
      drafted={drafted}
      initial={begun}
      asksReporter={asksReporter}
      revisionOf={origin.revisionOf}
    />
  );
}
