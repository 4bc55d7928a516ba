import { useState } from 'react';
import { isStaff } from '../../../contract/enums.ts';
import type { JobDetails } from '../../../contract/jobDetails.ts';
import { formatPhone } from '../../../format/phone.ts';
import { useProfile } from '../../../session/useSession.ts';
import { ButtonLink } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { PageHeading } from '../../../ui/PageHeading.tsx';
import { jobName } from '../jobWords.ts';
import { LoadJob } from '../page/LoadJob.tsx';
import { FormSkeleton } from './FormSkeleton.tsx';
import { emptyDraft, type JobDraftValues, NewJobDraft, newJobForm } from './jobDraft.ts';
import { goesToProperty, revisionValuesOf, templateValuesOf } from './jobFormValues.ts';
import { NewJobForm } from './NewJobForm.tsx';
import { useDraft } from './useDraft.ts';
import { type Opened, useOpened } from './useOpened.ts';
import { newJobOf, revisionOfRecord } from './waitingDraft.ts';

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
      <PageHeading
        title="New job"
        note="What you type and choose is kept on this device until you send it."
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
        {...(isRevision ? { revisionOf: job.jobId } : { templateOf: job.jobId })}
      />
    </div>
  );
}

function WaitingPage({ seq }: { seq: number }) {
  const { email, userType } = useProfile();
  const opened = useOpened(seq);
  if (opened === undefined) return <FormSkeleton />;
  if (opened instanceof Error) {
    return (
      <NotWaiting
        title="It may have arrived already"
        text="As soon as that is known, it can be changed: here, or on its own page."
      />
    );
  }
  const values = opened && newJobOf(opened.record);
  if (!values)
    return <NotWaiting title="It is no longer waiting" text="It was sent meanwhile, or deleted." />;
  const revisionOf = revisionOfRecord(opened.record);
  return (
    <div className="page">
      <PageHeading
        title="Change the job before it is sent"
        note="It stays on this device until you send it again."
      />
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
      <PageHeading title="This job cannot be changed here" />
      <EmptyState title={title} text={text}>
        <ButtonLink to="/jobs/listing/$category" params={{ category: 'all' }}>
          Show all jobs
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
