import { useNavigate, useRouter } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { Transfer } from '../../../api/client.ts';
import { isStaff } from '../../../contract/enums.ts';
import type { Job } from '../../../contract/jobs/job.ts';
import { formatPhone } from '../../../format/phone.ts';
import { reportJob } from '../../../outbox/sends/sendJobs.ts';
import { useProfile } from '../../../session/useSession.ts';
import { Button } from '../../../ui/Button.tsx';
import { LeaveQuestion } from '../../../ui/dialog/LeaveQuestion.tsx';
import { FormErrors } from '../../../ui/form/FormErrors.tsx';
import { type Form, useForm } from '../../../ui/form/useForm.ts';
import { useClient } from '../useClients.ts';
import { type useFormDraft, useSaving } from '../useFormDraft.ts';
import { JobSummary } from './JobSummary.tsx';
import { isWorthSaving, type JobDraftValues, type NewJobDraft, newJobDraft } from './jobDraft.ts';
import { emptyAddress, withAskedSpeed } from './jobFormValues.ts';
import { MissingSteps, useSteps } from './MissingSteps.tsx';
import { NewJobRules, type NewJobValues as Values } from './newJobRules.ts';
import { RestoredDraft } from './RestoredDraft.tsx';
import { SendStatus } from './SendStatus.tsx';
import { DeliverySection } from './sections/DeliverySection.tsx';
import { DocumentsSection } from './sections/DocumentsSection.tsx';
import { errorsToList, jobFieldsOf } from './sections/jobFieldsForm.ts';
import { ClientSection, ContactSection, NoteSection } from './sections/NewJobSections.tsx';
import { PropertySection } from './sections/PropertySection.tsx';
import { ServicesSection } from './sections/ServicesSection.tsx';
import { toastSent, undoably, useSendBefore } from './undoableChanges.ts';

function textOf({ jobAttachmentFiles2: _, ...text }: Values): JobDraftValues {
  return text;
}

type Props = {
  /** The draft of the form. */
  drafted: NonNullable<ReturnType<typeof useFormDraft<NewJobDraft>>>;
  initial: JobDraftValues;
  /** Staff name the client whose job it is. */
  asksReporter: boolean;
  revisionOf?: string | undefined;
};

/** The form of a new job. It closes once the job waits in the outbox; until then nothing that was typed or chosen is lost. */
export function NewJobForm({ drafted, initial, asksReporter, revisionOf }: Props) {
  const { draft, left } = drafted;
  const { userType } = useProfile();
  const router = useRouter();
  const navigate = useNavigate();
  const [files] = useState(() => [...draft.get().files]);
  const form = useForm<typeof NewJobRules, Values>(
    NewJobRules,
    { ...initial, ...left?.content.values, jobAttachmentFiles2: files },
    left?.content.issues,
  );
  useSendBefore(left === null);
  const { foldOf, missing, open } = useSteps(form);
  const lacking = <MissingSteps steps={missing} onOpen={open} />;
  const saving = useNewJobSaving(form, drafted, initial);
  const [transfer, setTransfer] = useState<Transfer | null>(null);
  const fields = jobFieldsOf(form);
  const { client, invitesClient, phone, usualAddress } = useReporter(form, asksReporter);

  const send = form.submit(async ({ jobAttachmentFiles2: _, ...job }) => {
    const { pathname, search } = router.state.location;
    const reported = {
      ...withAskedSpeed(job),
      phoneNumber_auto_filled: phone.value,
      revisionOf: revisionOf ?? null,
      ...(invitesClient && { invitesClient }),
    };
    const { content } = draft.get();
    const options = {
      files: form.values.jobAttachmentFiles2,
      context: { draft: content },
      onProgress: setTransfer,
      ...undoably,
    };
    const sent = await draft.handOver((saved) => reportJob(reported, { ...options, sent: saved }));
    const openJob = (jobId: string) => navigate({ to: '/jobs/update/$jobId', params: { jobId } });
    toastSent(sent, 'Submitting the job.', {
      typed: content && { form: draft.form, content },
      reopen: () => navigate({ to: '/jobs/create', search }),
      arrived: (made) => ({
        text: submittedText(made, invitesClient),
        action: { label: 'View job', run: () => void openJob(made.jobId) },
      }),
    });
    // A user who opened another page meanwhile stays there.
    if (router.state.location.pathname !== pathname) return;
    if (sent.is === 'delivered') await openJob(sent.job.jobId);
    else await navigate({ to: '/jobs/listing/$category', params: { category: 'all' } });
  });

  return (
    <form ref={form.ref} noValidate onSubmit={send} className="stack">
      {left && (
        <RestoredDraft
          draft={left}
          missing={saving.missing}
          chosen={form.values.jobAttachmentFiles2.map(({ name }) => name)}
          busy={form.busy}
          onDiscard={() => void drafted.startOver()}
        />
      )}
      <FormErrors form={{ ...form, errors: errorsToList(form), failure: null }} />
      <div className="beside">
        {/* A job that is being submitted takes nothing more in: its page is left for the list. */}
        <div className="stack" inert={form.busy}>
          {asksReporter && (
            <ClientSection
              field={form.field('jobReporter')}
              client={client}
              invites={invitesClient}
              fold={foldOf('Client')}
            />
          )}
          <DocumentsSection
            form={fields}
            fold={foldOf('Documents')}
            files={form.field('jobAttachmentFiles2')}
            isNew
            following={isStaff(userType) ? form.field('clientSendsDocuments') : undefined}
            sending={form.busy ? transfer : undefined}
            onPick={() => void draft.save()}
          />
          <PropertySection form={fields} fold={foldOf('Property')} />
          <ServicesSection form={fields} fixedCategory={revisionOf !== undefined} fold={foldOf('Services')} />
          <DeliverySection form={fields} usualAddress={usualAddress} fold={foldOf('Delivery')} />
          <ContactSection field={phone} fold={{ ...foldOf('Contact'), brief: phone.value }} />
          <NoteSection field={form.field('message')} fold={foldOf('Note')} />
        </div>
        <JobSummary values={form.values} files={form.values.jobAttachmentFiles2} missing={lacking}>
          <SendStatus what="job" form={form} unsaved={saving.unsaved} transfer={transfer} />
          <Button type="submit" variant="primary" wide busy={form.busy} disabled={saving.isReading}>
            {invitesClient ? 'Submit job and invite' : 'Submit job'}
          </Button>
        </JobSummary>
      </div>
      <LeaveQuestion
        isAtRisk={() => draft.isBeingSent}
        isAtRiskOnUnload={() => draft.isBeingSent || saving.isUnsaved}
      >
        Your job is still being sent.
      </LeaveQuestion>
    </form>
  );
}

/** Returns what is known of the user whose job it is: the reader, or the client whom staff name. */
function useReporter(form: Form<Values, unknown>, asksReporter: boolean) {
  const { address, phoneNumber } = useProfile();
  const { client, isNew: invitesClient } = useClient(asksReporter ? form.values.jobReporter : '');
  const profilePhone = formatPhone(asksReporter ? (client?.phoneNumber ?? '') : phoneNumber);
  const phone = form.field('phoneNumber_auto_filled');
  return {
    client,
    invitesClient,
    phone: { ...phone, value: phone.value ?? profilePhone },
    usualAddress: asksReporter ? (client?.address ?? emptyAddress) : address,
  };
}

/** Saves what is typed for a new job. */
function useNewJobSaving(
  form: Form<Values, unknown>,
  { draft }: Props['drafted'],
  initial: JobDraftValues,
): ReturnType<typeof useSaving> {
  const files = form.values.jobAttachmentFiles2;
  const typed = useMemo(() => textOf(form.values), [form.values]);
  const content = useMemo(
    () => (isWorthSaving(initial, typed, files.length) ? newJobDraft(typed) : null),
    [initial, typed, files],
  );
  return useSaving(draft, content, files, (all) => form.set('jobAttachmentFiles2', [...all]));
}

function submittedText({ jobCode, jobReporter }: Job, invitesClient: boolean): string {
  return `Job ${jobCode} submitted.${invitesClient ? ` ${jobReporter} is invited.` : ''}`;
}
