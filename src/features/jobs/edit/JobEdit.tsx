import { useMemo, useState } from 'react';
import * as v from 'valibot';
import { isStaff } from '../../../contract/enums.ts';
import { acrossFields, form as formOf } from '../../../contract/fields.ts';
import { jobAttachmentFiles2Update } from '../../../contract/files/files.ts';
import type { JobDetails } from '../../../contract/jobs/jobDetails.ts';
import { JobAfterUpdate, jobRules } from '../../../contract/jobs/jobForms.ts';
import { takesReason } from '../../../contract/jobs/jobRights.ts';
import { reasonRules } from '../../../contract/jobs/reasonForm.ts';
import { checkRequestType, requestTypeFields } from '../../../contract/jobs/requestType.ts';
import type { OpenedDraft } from '../../../outbox/drafts/drafts.ts';
import { type SendResult, updateJob } from '../../../outbox/sendJobs.ts';
import { useProfile } from '../../../session/useSession.ts';
import { Button } from '../../../ui/Button.tsx';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { FormErrors } from '../../../ui/form/FormErrors.tsx';
import { mergeTyped } from '../../../ui/form/savedValues.ts';
import { type Press, useForm } from '../../../ui/form/useForm.ts';
import { DeliverySection } from '../fields/DeliverySection.tsx';
import { DocumentsSection } from '../fields/DocumentsSection.tsx';
import { FormSkeleton } from '../fields/FormSkeleton.tsx';
import layout from '../fields/JobSummary.module.css';
import { JobSummary } from '../fields/JobSummary.tsx';
import { errorsToList, jobFieldsOf } from '../fields/jobFieldsForm.ts';
import { PropertySection } from '../fields/PropertySection.tsx';
import { ServicesSection } from '../fields/ServicesSection.tsx';
import { DraftNotice } from '../form/DraftNotice.tsx';
import { type EditBase, JobEditDraft, jobEditDraft, jobEditForm } from '../form/jobDraft.ts';
import { isFormCategory, type JobUpdateValues, type TypedJob } from '../form/jobFormValues.ts';
import { LeaveQuestion } from '../form/LeaveQuestion.tsx';
import { SendStatus } from '../form/SendStatus.tsx';
import { type Left, useDraft, useLeftFiles } from '../form/useDraft.ts';
import { useSavedDraft } from '../form/useSavedDraft.ts';
import { queuedText, useSending } from '../form/useSending.ts';
import { useIsOffline } from '../useIsOffline.ts';
import { beginEdit, changedFields, changesOf, staleIn, takeOver } from './jobChanges.ts';
import { StaffSection } from './StaffSection.tsx';
import { StaleNotice } from './StaleNotice.tsx';

type Props = { job: JobDetails; onDone: () => void };

/** Edits a job, once its draft is read. */
export function JobEdit({ job, onDone }: Props) {
  const { email } = useProfile();
  const form = jobEditForm(job.jobId);
  const { left, key, begin, startOver } = useDraft(email, form, JobEditDraft);
  if (left === undefined) return <FormSkeleton />;
  return (
    <JobEditForm
      key={key}
      job={job}
      draftForm={form}
      left={left}
      onElsewhere={begin}
      onDiscard={startOver}
      onDone={onDone}
    />
  );
}

/** @param before the job without the changes */
function editRules(before: JobUpdateValues) {
  return v.pipe(
    v.intersect([JobAfterUpdate, formOf({ jobAttachmentFiles2Update }), reasonRules(before.status)]),
    acrossFields((values, report) => {
      const changed = changedFields(before, values as JobUpdateValues);
      if (changed.includes('jobAttachmentLinks')) {
        const { issues } = v.safeParse(jobRules.jobAttachmentLinks, values.jobAttachmentLinks);
        if (issues) report('jobAttachmentLinks', issues[0].message);
      }
      if (changed.some((field) => requestTypeFields.includes(field))) checkRequestType(values, report);
    }),
  );
}

type Values = TypedJob<JobUpdateValues> & { reason: string; jobAttachmentFiles2Update: File[] };

function textOf({ jobAttachmentFiles2Update: _, reason: __, ...text }: Values): TypedJob<JobUpdateValues> {
  return text;
}

type Output = JobUpdateValues & Pick<Values, 'reason'>;

type JobEditFormProps = {
  job: JobDetails;
  /** The name of its draft. */
  draftForm: string;
  left: Left<JobEditDraft> | null;
  onElsewhere: (draft: OpenedDraft | null) => void;
  onDiscard: () => void;
  onDone: () => void;
};

/**
 * Sends what was changed and nothing else, so that two users can edit one job side by side. Over 200 lines: what was read, what was typed
 * and what was sent are weighed against each other in each step.
 */
function JobEditForm({ job, draftForm, left, onElsewhere, onDiscard, onDone }: JobEditFormProps) {
  const { email, userType } = useProfile();
  // A live update of `job` does not move what the form began with.
  const [edit, setEdit] = useState(() => beginEdit(job, left?.content ?? null));
  const { base, stale } = edit;
  const rules = useMemo(() => editRules(base.values), [base.values]);
  const form = useForm<typeof rules, Values>(rules, {
    ...edit.values,
    reason: left?.content.reason ?? '',
    jobAttachmentFiles2Update: [],
  });
  const fields = jobFieldsOf(form);
  const files = form.values.jobAttachmentFiles2Update;
  const { isReading, missing } = useLeftFiles(left?.bytes ?? null, (read) =>
    form.set('jobAttachmentFiles2Update', [...read, ...files]),
  );
  const typed = useMemo(() => textOf(form.values), [form.values]);
  const dirty = files.length > 0 || changedFields(base.values, typed).length > 0;
  const offline = useIsOffline();
  const { reason } = form.values;
  const content = useMemo(
    () => (dirty ? jobEditDraft(typed, base, reason) : null),
    [dirty, typed, base, reason],
  );
  const draft = useSavedDraft(email, draftForm, content, files, onElsewhere, isReading);
  const sending = useSending(draft);
  const isUnsaved = dirty && draft.trouble === 'all';
  const [isAskingToDiscard, setAskingToDiscard] = useState(false);

  /** Sends what differs from `from`; sends it again at once if the other user's changes touch no field of the form. */
  async function save(
    output: Output,
    from: EditBase,
    press: Press<Values>,
  ): Promise<SendResult | { is: 'unchanged' | 'stale' }> {
    const changes = changesOf(from.values, output);
    if (Object.keys(changes).length === 0 && files.length === 0) return { is: 'unchanged' };
    const isExplained = changes.status !== undefined && takesReason(output.status) && output.reason !== '';
    const update = {
      ...{ evJobId: job.jobId, jobUpdateUser: email, version: from.version },
      ...changes,
      ...(isExplained && { reason: output.reason }),
    };
    try {
      return await sending.run((options) =>
        updateJob(update, { files, context: { base: from }, ...options }),
      );
    } catch (error) {
      const now = staleIn(error);
      if (!now) throw error;
      const last = press.newer() ?? form.values;
      const next = takeOver(from, textOf(last), now);
      if (!next.stale && now.version > from.version) return save(output, next.base, press);
      setEdit(next);
      form.reset({ ...last, ...next.values });
      return { is: 'stale' };
    }
  }

  /** Goes on from what was sent, with what was typed since. */
  function goOn(sent: Awaited<ReturnType<typeof save>>, press: Press<Values>, last: Values): void {
    const { sameAsProperty: _, ...sentValues } = typed;
    const before = { ...base, values: sentValues };
    const saved = sent.is === 'delivered' ? beginEdit(sent.job, null) : null;
    const next = saved
      ? { ...saved, values: mergeTyped(saved.values, textOf(last), typed) }
      : { base: before, stale: null, values: textOf(last) };
    setEdit(next);
    const jobAttachmentFiles2Update = last.jobAttachmentFiles2Update.filter((file) => !files.includes(file));
    const rest = { ...next.values, reason: last.reason, jobAttachmentFiles2Update };
    press.settle(rest, () => rest);
  }

  const send = form.submit(async (output, press) => {
    const sent = await save(output as Output, base, press);
    const outcome = sent.is;
    if (outcome === 'stale') return;
    const last = press.newer();
    // A form that was closed has saved it as its draft.
    if (last) return form.ref.current ? goOn(sent, press, last) : undefined;
    void draft.forget();
    if (outcome === 'queued') toast(queuedText);
    else if (outcome === 'delivered') toast('Changes saved.', { tone: 'good' });
    else toast('No changes to save.');
    if (form.ref.current) onDone();
  });

  function discard() {
    void draft.forget();
    onDiscard();
  }

  function giveUp() {
    setAskingToDiscard(false);
    void draft.forget();
    onDone();
  }

  return (
    <form ref={form.ref} noValidate onSubmit={send} className="stack" aria-label="Edit job">
      {left && (
        <DraftNotice
          draft={left}
          missing={missing}
          chosen={files.map(({ name }) => name)}
          busy={form.busy}
          onDiscard={discard}
        />
      )}
      {stale && (
        <StaleNotice
          {...stale}
          typed={typed}
          now={base.values}
          onChoose={(field, version) =>
            form.reset({
              ...form.values,
              [field]: version === 'mine' ? stale.merged.values[field] : base.values[field],
              // Chosen as a whole, a delivery address follows nothing.
              ...(field === 'deliveryAddress' && { sameAsProperty: false }),
            })
          }
        />
      )}
      <FormErrors form={{ ...form, errors: errorsToList(form), failure: null }} />
      <div className={layout.layout}>
        <div className="stack">
          {isStaff(userType) && (
            <StaffSection
              job={{ ...base.values, assignedToName: base.assignedToName }}
              status={form.field('status')}
              assignedTo={form.field('assignedTo')}
              reason={form.field('reason')}
              trackingNumber={form.field('trackingNumber')}
            />
          )}
          <PropertySection form={fields} />
          <ServicesSection form={fields} fixedCategory={!isFormCategory(base.values.category)} />
          <DeliverySection form={fields} usualAddress={base.values.address} />
          <DocumentsSection
            form={fields}
            files={form.field('jobAttachmentFiles2Update')}
            isNew={false}
            sending={form.busy ? sending.transfer : undefined}
            onPick={() => void draft.save()}
          />
        </div>
        <JobSummary values={form.values} files={files}>
          <SendStatus what="changes" form={form} draft={draft} isReading={isReading} sending={sending} />
          <Button type="submit" variant="primary" wide busy={form.busy} disabled={isReading}>
            {offline ? 'Send later' : 'Save changes'}
          </Button>
          <Button wide onClick={isUnsaved ? () => setAskingToDiscard(true) : onDone}>
            {dirty && !isUnsaved ? 'Save draft and close' : 'Close'}
          </Button>
          {dirty && !form.busy && (
            <Button variant="quiet" wide onClick={() => setAskingToDiscard(true)}>
              Discard changes
            </Button>
          )}
        </JobSummary>
      </div>
      <LeaveQuestion isAtRisk={() => sending.isAtRisk() || isUnsaved}>
        {isUnsaved ? 'Your changes aren’t saved on this device.' : 'Your changes are still being sent.'}
      </LeaveQuestion>
      <ConfirmDialog
        open={isAskingToDiscard}
        onClose={() => setAskingToDiscard(false)}
        title="Discard changes?"
        confirm="Discard"
        onConfirm={giveUp}
      >
        Everything you changed in this form will be lost.
      </ConfirmDialog>
    </form>
  );
}
