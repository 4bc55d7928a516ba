import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import * as v from 'valibot';
import { isStaff } from '../../../contract/enums.ts';
import { acrossFields, form as formOf, jobReporter } from '../../../contract/fields.ts';
import { JobForm } from '../../../contract/jobs/jobForms.ts';
import { checkRequestType } from '../../../contract/jobs/requestType.ts';
import { formatPhone } from '../../../format/phone.ts';
import type { OpenedDraft } from '../../../outbox/drafts/drafts.ts';
import { reportJob } from '../../../outbox/sendJobs.ts';
import { useProfile } from '../../../session/useSession.ts';
import { Button } from '../../../ui/Button.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { FormErrors } from '../../../ui/form/FormErrors.tsx';
import { useForm } from '../../../ui/form/useForm.ts';
import { DeliverySection } from '../fields/DeliverySection.tsx';
import { DocumentsSection } from '../fields/DocumentsSection.tsx';
import layout from '../fields/JobSummary.module.css';
import { JobSummary } from '../fields/JobSummary.tsx';
import { errorsToList, jobFieldsOf } from '../fields/jobFieldsForm.ts';
import { PropertySection } from '../fields/PropertySection.tsx';
import { ServicesSection } from '../fields/ServicesSection.tsx';
import { DraftNotice } from '../form/DraftNotice.tsx';
import { isWorthSaving, type JobDraftValues, type NewJobDraft, newJobDraft } from '../form/jobDraft.ts';
import { emptyAddress, withAskedSpeed } from '../form/jobFormValues.ts';
import { LeaveQuestion } from '../form/LeaveQuestion.tsx';
import { SendStatus } from '../form/SendStatus.tsx';
import { type Left, useLeftFiles } from '../form/useDraft.ts';
import { useSavedDraft } from '../form/useSavedDraft.ts';
import { queuedText, useSending } from '../form/useSending.ts';
import { useClient } from '../useClients.ts';
import { useIsOffline } from '../useIsOffline.ts';
import { draftForRevision } from './draftForRevision.ts';
import { ClientSection, ContactSection, NoteSection } from './NewJobSections.tsx';

const NewJobRules = v.pipe(v.intersect([formOf({ jobReporter }), JobForm]), acrossFields(checkRequestType));

type Values = JobDraftValues & { jobAttachmentFiles2: File[] };

function textOf({ jobAttachmentFiles2: _, ...text }: Values): JobDraftValues {
  return text;
}

type Props = {
  /** The name of its draft. */
  draftForm: string;
  left: Left<NewJobDraft> | null;
  onElsewhere: (draft: OpenedDraft | null) => void;
  onDiscard: () => void;
  initial: JobDraftValues;
  /** Staff name the client whose job it is. */
  asksReporter: boolean;
  revisionOf?: string | undefined;
};

/**
 * The form of a new job. A failure to send loses nothing that was typed or chosen. Over 100 lines, a third of them its sections: values,
 * draft and sending belong together.
 */
export function NewJobForm({
  draftForm,
  left,
  onElsewhere,
  onDiscard,
  initial,
  asksReporter,
  revisionOf,
}: Props) {
  const { email, address, phoneNumber, userType } = useProfile();
  const navigate = useNavigate();
  const form = useForm<typeof NewJobRules, Values>(NewJobRules, {
    ...initial,
    ...left?.content.values,
    jobAttachmentFiles2: [],
  });
  const { isReading, missing } = useLeftFiles(left?.bytes ?? null, (read) =>
    form.set('jobAttachmentFiles2', [...read, ...files]),
  );
  const files = form.values.jobAttachmentFiles2;
  const typed = useMemo(() => textOf(form.values), [form.values]);
  const offline = useIsOffline();
  const content = useMemo(
    () => (isWorthSaving(initial, typed, files.length) ? newJobDraft(typed) : null),
    [initial, typed, files],
  );
  const draft = useSavedDraft(email, draftForm, content, files, onElsewhere, isReading);
  const sending = useSending(draft);
  const fields = jobFieldsOf(form);
  const { client, isNew: invitesClient } = useClient(asksReporter ? form.values.jobReporter : '');
  const profilePhone = formatPhone(asksReporter ? (client?.phoneNumber ?? '') : phoneNumber);
  const phone = form.field('phoneNumber_auto_filled');
  const typedPhone = phone.value;
  const usualAddress = asksReporter ? (client?.address ?? emptyAddress) : address;

  const send = form.submit(async ({ jobAttachmentFiles2: _, ...job }) => {
    const phoneNumber_auto_filled = typedPhone ?? profilePhone;
    const sent = await sending.run((options) =>
      reportJob(
        {
          ...withAskedSpeed(job),
          phoneNumber_auto_filled,
          revisionOf: revisionOf ?? null,
          ...(invitesClient && { invitesClient }),
        },
        { files, ...options },
      ),
    );
    if (sent.is === 'queued') {
      toast(queuedText);
      if (form.ref.current) await navigate({ to: '/jobs/listing/$category', params: { category: 'all' } });
      return;
    }
    const made = sent.job;
    const openJob = () => navigate({ to: '/jobs/update/$jobId', params: { jobId: made.jobId } });
    const done = `Job ${made.jobCode} submitted.${invitesClient ? ` ${made.jobReporter} is invited.` : ''}`;
    // A user who opened another page meanwhile stays there.
    if (!form.ref.current) {
      toast(done, { tone: 'good', action: { label: 'View job', run: () => void openJob() } });
      return;
    }
    toast(done, { tone: 'good' });
    await openJob();
  });

  function discard() {
    void draft.forget();
    onDiscard();
  }

  async function startRevision(jobId: string) {
    try {
      await draftForRevision(email, jobId, typed, files);
      void draft.forget();
    } catch (error) {
      // The revision then begins with the values of that job; this draft stays.
      console.warn('The draft was not carried over:', error);
    }
    await navigate({ to: '/jobs/create', search: { revisionOf: jobId } });
  }

  return (
    <form ref={form.ref} noValidate onSubmit={send} className="stack">
      {left && (
        <DraftNotice
          draft={left}
          missing={missing}
          chosen={files.map(({ name }) => name)}
          busy={form.busy}
          onDiscard={discard}
        />
      )}
      <FormErrors form={{ ...form, errors: errorsToList(form), failure: null }} />
      <div className={layout.layout}>
        {/* A job that is being submitted takes nothing more in: its page is left for the job. */}
        <div className="stack" inert={form.busy}>
          {asksReporter && (
            <ClientSection field={form.field('jobReporter')} client={client} invites={invitesClient} />
          )}
          <ContactSection field={{ ...phone, value: typedPhone ?? profilePhone }} />
          <PropertySection form={fields} />
          <ServicesSection form={fields} fixedCategory={revisionOf !== undefined} />
          <DeliverySection form={fields} usualAddress={usualAddress} />
          <DocumentsSection
            form={fields}
            files={form.field('jobAttachmentFiles2')}
            isNew
            following={isStaff(userType) ? form.field('clientSendsDocuments') : undefined}
            sending={form.busy ? sending.transfer : undefined}
            onPick={() => void draft.save()}
          />
          <NoteSection field={form.field('message')} />
        </div>
        <JobSummary values={form.values} files={files}>
          <SendStatus
            what="job"
            form={form}
            draft={draft}
            isReading={isReading}
            sending={sending}
            onRevise={(jobId) => void startRevision(jobId)}
          />
          <Button type="submit" variant="primary" wide busy={form.busy} disabled={isReading}>
            {offline
              ? 'Send later'
              : form.failure
                ? 'Try again'
                : invitesClient
                  ? 'Submit job and invite'
                  : 'Submit job'}
          </Button>
        </JobSummary>
      </div>
      <LeaveQuestion
        isAtRisk={sending.isAtRisk}
        isAtRiskOnUnload={() => sending.isAtRisk() || draft.trouble === 'all'}
      >
        Your job is still being sent.
      </LeaveQuestion>
    </form>
  );
}
