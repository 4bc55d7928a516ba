import { useState } from 'react';
import { isStaff } from '../../../contract/enums.ts';
import type { JobDetails } from '../../../contract/jobs/jobDetails.ts';
import { formatPhone } from '../../../format/phone.ts';
import { useProfile } from '../../../session/useSession.ts';
import { ButtonLink } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { PageHeading } from '../../../ui/PageHeading.tsx';
import { FormSkeleton } from '../fields/FormSkeleton.tsx';
import { emptyDraft, type JobDraftValues, NewJobDraft, newJobForm } from '../form/jobDraft.ts';
import { goesToProperty, revisionValuesOf, templateValuesOf } from '../form/jobFormValues.ts';
import { useDraft } from '../form/useDraft.ts';
import { type Opened, useOpenedRecord } from '../form/useOpenedRecord.ts';
import { newJobOf, revisionOfRecord } from '../form/waitingDraft.ts';
import { jobName } from '../jobText.ts';
import { LoadJob } from '../page/LoadJob.tsx';
import { NewJobForm } from './NewJobForm.tsx';

type Origin = { revisionOf?: string | undefined; templateOf?: string | undefined };

/**
 * `/jobs/create`. With `revisionOf` it revises a job, with `templateOf` it begins with the values of one, with `waiting` it edits a
 * queued new job.
 */
export function NewJobPage({ revisionOf, templateOf, waiting }: Origin & { waiting?: number | undefined }) {
  const from = revisionOf ?? templateOf;
  if (waiting !== undefined) return <WaitingPage key={waiting} seq={waiting} />;
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
  return (
    <div className="page">
      <PageHeading title="New job" note="Your draft is saved on this device until you submit it." />
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

function WaitingPage({ seq }: { seq: number }) {
  const { email, userType } = useProfile();
  const opened = useOpenedRecord(seq);
  if (opened === undefined) return <FormSkeleton />;
  if (opened instanceof Error) {
    return (
      <NotWaiting
        title="It may have been sent already"
        text="We’re checking. You can edit it here or on the job page once we know."
      />
    );
  }
  const values = opened && newJobOf(opened.record);
  if (!values)
    return (
      <NotWaiting title="It’s no longer in your outbox" text="It was sent or deleted in the meantime." />
    );
  const revisionOf = revisionOfRecord(opened.record);
  return (
    <div className="page">
      <PageHeading title="Edit unsent job" note="It won’t be sent until you submit it again." />
      <Drafted
        initial={{ ...emptyDraft, ...values, jobReporter: values.jobReporter || email }}
        asksReporter={!revisionOf && isStaff(userType)}
        revisionOf={revisionOf}
        waiting={opened}
      />
    </div>
  );
}

function NotWaiting({ title, text }: { title: string; text: string }) {
  return (
    <div className="page">
      <PageHeading title="You can’t edit this job right now" />
      <EmptyState title={title} text={text}>
        <ButtonLink to="/jobs/listing/$category" params={{ category: 'all' }}>
          Go to jobs
        </ButtonLink>
      </EmptyState>
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
  waiting,
  ...origin
}: Origin & { initial: JobDraftValues; asksReporter: boolean; waiting?: Opened }) {
  const { email } = useProfile();
  const form = newJobForm({ ...origin, waiting: waiting?.seq });
  const { left, key, startOver } = useDraft(email, form, NewJobDraft);
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
      waiting={waiting}
    />
  );
}
