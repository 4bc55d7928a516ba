import { useMemo, useState } from 'react';
import * as v from 'valibot';
import { isStaff } from '../../../contract/enums.ts';
import { form as formOf } from '../../../contract/fields.ts';
import { jobAttachmentFiles2Update } from '../../../contract/files.ts';
import type { JobDetails } from '../../../contract/jobDetails.ts';
import { JobAfterUpdate } from '../../../contract/jobForms.ts';
import { discardJob } from '../../../outbox/decideJobs.ts';
import { updateJob } from '../../../outbox/sendJobs.ts';
import { useProfile } from '../../../session/useSession.ts';
import { Button } from '../../../ui/Button.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { FormErrors } from '../../../ui/form/FormErrors.tsx';
import { useForm } from '../../../ui/form/useForm.ts';
import { DeliverySection } from '../form/DeliverySection.tsx';
import { DocumentsSection } from '../form/DocumentsSection.tsx';
import { DraftNotice } from '../form/DraftNotice.tsx';
import layout from '../form/JobSummary.module.css';
import { JobSummary } from '../form/JobSummary.tsx';
import { type EditBase, type JobEditDraft, jobEditDraft } from '../form/jobDraft.ts';
import { errorsToList, jobFieldsOf } from '../form/jobFieldsForm.ts';
import { isFormCategory, type JobUpdateValues, type TypedJob } from '../form/jobFormValues.ts';
import { PropertySection } from '../form/PropertySection.tsx';
import { SendStatus } from '../form/SendStatus.tsx';
import { ServicesSection } from '../form/ServicesSection.tsx';
import type { Left } from '../form/useDraft.ts';
import { useKeptDraft } from '../form/useKeptDraft.ts';
import { keptWords, recordToReplace, useLeaveQuestion, useSending } from '../form/useSending.ts';
import { useIsOffline } from '../useIsOffline.ts';
import { beginEdit, changedFields, changesOf, type Stale, staleIn, takeOver } from './jobChanges.ts';
import { StaffSection } from './StaffSection.tsx';
import { StaleNotice } from './StaleNotice.tsx';

const JobEditRules = v.intersect([JobAfterUpdate, formOf({ jobAttachmentFiles2Update })]);

type Values = TypedJob<JobUpdateValues> & { jobAttachmentFiles2Update: File[] };

function textOf({ jobAttachmentFiles2Update: _, ...text }: Values): TypedJob<JobUpdateValues> {
  return text;
}

type Props = {
  job: JobDetails;
  /** The name of its draft. */
  draftForm: string;
  left: Left<JobEditDraft> | null;
  /** The change that waited to be sent and is changed here. */
  waiting: { seq: number; files: File[]; draft: JobEditDraft | null } | null;
  onDiscard: () => void;
  onDone: () => void;
};

/** The form that changes a job. It sends what was changed and nothing else, so that two people can edit side by side. */
export function JobEditForm({ job, draftForm, left, waiting, onDiscard, onDone }: Props) {
  const { email, userType } = useProfile();
  const [begun] = useState(() => beginEdit(job, left?.content ?? waiting?.draft ?? null));
  /** The job the form was read from; what the screen is told meanwhile does not move it. */
  const [base, setBase] = useState<EditBase>(begun.base);
  const [stale, setStale] = useState<Stale | null>(begun.stale);
  const form = useForm<typeof JobEditRules, Values>(JobEditRules, {
    ...begun.values,
    jobAttachmentFiles2Update: left?.files ?? waiting?.files ?? [],
  });
  const fields = jobFieldsOf(form);
  const files = form.values.jobAttachmentFiles2Update;
  const typed = useMemo(() => textOf(form.values), [form.values]);
  const dirty = files.length > 0 || changedFields(base.values, typed).length > 0;
  const offline = useIsOffline();
  const content = useMemo(() => (dirty ? jobEditDraft(typed, base) : null), [dirty, typed, base]);
  const draft = useKeptDraft(email, draftForm, content, files);
  const sending = useSending(draft, waiting?.seq);
  const isUnsaved = dirty && draft.trouble === 'nothing';

  useLeaveQuestion('Leave without saving your changes?', () => sending.isAtRisk() || isUnsaved);

  /** Sends what differs from `from`. What only this person changed meanwhile is no reason to ask them. */
  async function save(
    output: JobUpdateValues,
    from: EditBase,
  ): Promise<'done' | 'nothing' | 'kept' | 'stale'> {
    const changes = changesOf(from.values, output);
    if (Object.keys(changes).length === 0 && files.length === 0) {
      if (waiting) await discardJob(await recordToReplace(waiting.seq));
      return 'nothing';
    }
    const update = { evJobId: job.jobId, jobUpdateUser: email, version: from.version, ...changes };
    try {
      const sent = await sending.run((options) =>
        updateJob(update, { files, context: { base: from }, ...options }),
      );
      return sent.is === 'kept' ? 'kept' : 'done';
    } catch (error) {
      const now = staleIn(error);
      if (!now) throw error;
      const taken = takeOver(from, typed, now);
      if (!taken.stale && now.version > from.version) return save(output, taken.base);
      setStale(taken.stale);
      setBase(taken.base);
      form.reset({ ...taken.values, jobAttachmentFiles2Update: files });
      return 'stale';
    }
  }

  const send = form.submit(async (output) => {
    const came = await save(output as JobUpdateValues, base);
    if (came === 'stale') return;
    void draft.forget();
    if (came === 'kept') toast(keptWords);
    else if (came === 'done') toast('Your changes are saved.', { tone: 'good' });
    else toast('Nothing was changed.');
    if (form.ref.current) onDone();
  });

  function discard() {
    void draft.forget();
    onDiscard();
  }

  function giveUp() {
    if (!window.confirm('Discard your changes?')) return;
    void draft.forget();
    onDone();
  }

  return (
    <form ref={form.ref} noValidate onSubmit={send} className="stack" aria-label="Edit job">
      {left && <DraftNotice draft={left} chosen={files.map(({ name }) => name)} onDiscard={discard} />}
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
            onPick={() => void draft.keep()}
          />
        </div>
        <JobSummary values={form.values} files={files}>
          <SendStatus what="changes" form={form} draft={draft} sending={sending} />
          <Button type="submit" variant="primary" wide busy={form.busy}>
            {offline ? 'Keep and send later' : 'Save changes'}
          </Button>
          <Button wide onClick={isUnsaved ? giveUp : onDone}>
            {dirty && !isUnsaved ? 'Close, and keep the draft' : 'Close'}
          </Button>
          {dirty && !form.busy && (
            <Button variant="quiet" wide onClick={giveUp}>
              Discard changes
            </Button>
          )}
        </JobSummary>
      </div>
    </form>
  );
}
