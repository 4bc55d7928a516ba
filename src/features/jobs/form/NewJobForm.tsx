import { useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import * as v from 'valibot';
import type { Transfer } from '../../../api/client.ts';
import { isStaff } from '../../../contract/enums.ts';
import { acrossFields, form as formOf, jobReporter } from '../../../contract/fields.ts';
import type { Job } from '../../../contract/jobs/job.ts';
import { JobForm } from '../../../contract/jobs/jobForms.ts';
import { checkRequestType } from '../../../contract/jobs/requestType.ts';
import { formatPhone } from '../../../format/phone.ts';
import { reportJob } from '../../../outbox/sends/sendJobs.ts';
import { useProfile } from '../../../session/useSession.ts';
import { Button } from '../../../ui/Button.tsx';
import { FormErrors } from '../../../ui/form/FormErrors.tsx';
import { errorsOf } from '../../../ui/form/formErrors.ts';
import { type Form, useForm } from '../../../ui/form/useForm.ts';
import { useClient } from '../useClients.ts';
import { type useFormDraft, useSaving } from '../useFormDraft.ts';
import styles from './JobSummary.module.css';
import { JobSummary } from './JobSummary.tsx';
import { isWorthSaving, type JobDraftValues, type NewJobDraft, newJobDraft } from './jobDraft.ts';
import { emptyAddress, withAskedSpeed } from './jobFormValues.ts';
import { LeaveQuestion } from './LeaveQuestion.tsx';
import { briefOf, type NewJobStep, type WantingStep, wantingSteps } from './newJobSteps.ts';
import { RestoredDraft } from './RestoredDraft.tsx';
import { SendStatus } from './SendStatus.tsx';
import { DeliverySection } from './sections/DeliverySection.tsx';
import { DocumentsSection } from './sections/DocumentsSection.tsx';
import type { Fold } from './sections/FormSection.tsx';
import { errorsToList, jobFieldsOf } from './sections/jobFieldsForm.ts';
import { ClientSection, ContactSection, NoteSection } from './sections/NewJobSections.tsx';
import { PropertySection } from './sections/PropertySection.tsx';
import { ServicesSection } from './sections/ServicesSection.tsx';
import { toastSent, undoably, useSendBefore } from './undoableChanges.ts';

const NewJobRules = v.pipe(v.intersect([formOf({ jobReporter }), JobForm]), acrossFields(checkRequestType));

type Values = JobDraftValues & { jobAttachmentFiles2: File[] };

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
  const { address, phoneNumber, userType } = useProfile();
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
  const saving = useNewJobSaving(form, drafted, initial);
  const [transfer, setTransfer] = useState<Transfer | null>(null);
  const fields = jobFieldsOf(form);
  const { client, isNew: invitesClient } = useClient(asksReporter ? form.values.jobReporter : '');
  const profilePhone = formatPhone(asksReporter ? (client?.phoneNumber ?? '') : phoneNumber);
  const phone = form.field('phoneNumber_auto_filled');
  const usualAddress = asksReporter ? (client?.address ?? emptyAddress) : address;

  const send = form.submit(async ({ jobAttachmentFiles2: _, ...job }) => {
    const { pathname, search } = router.state.location;
    const reported = {
      ...withAskedSpeed(job),
      phoneNumber_auto_filled: phone.value ?? profilePhone,
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
          <ContactSection
            field={{ ...phone, value: phone.value ?? profilePhone }}
            fold={{ ...foldOf('Contact'), brief: phone.value ?? profilePhone }}
          />
          <NoteSection field={form.field('message')} fold={foldOf('Note')} />
        </div>
        <JobSummary
          values={form.values}
          files={form.values.jobAttachmentFiles2}
          missing={<MissingSteps steps={missing} onOpen={open} />}
        >
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

/** The sections of the form on a phone: files and address are open, one with an error or that is asked for opens. */
function useSteps(form: Form<Values, unknown>) {
  const { values, errors } = form;
  const [asked, setAsked] = useState<WantingStep>();
  const missing = useMemo(() => wantingSteps(errorsOf(NewJobRules, values, true, [])), [values]);
  const wrong = wantingSteps(errors).map(({ step }) => step);
  const show = useEffectEvent(({ field }: WantingStep) => {
    form.focus(field);
    setAsked(undefined);
  });
  useEffect(() => {
    if (asked) show(asked);
  }, [asked]);
  const foldOf = (step: NewJobStep): Fold => ({
    brief: briefOf(step, values, values.jobAttachmentFiles2),
    startsOpen: step === 'Client' || step === 'Documents' || step === 'Property',
    mustShow: asked?.step === step || wrong.includes(step),
  });
  return { foldOf, missing, open: setAsked };
}

/** Says what a new job still lacks; each opens its section. */
function MissingSteps({ steps, onOpen }: { steps: WantingStep[]; onOpen: (step: WantingStep) => void }) {
  if (steps.length === 0) return null;
  return (
    <p className={styles.missing}>
      <span>Missing:</span>
      {steps.map((one) => (
        <Button key={one.step} variant="quiet" onClick={() => onOpen({ ...one })}>
          {one.step}
        </Button>
      ))}
    </p>
  );
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
