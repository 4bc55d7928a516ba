import { useMemo, useState } from 'react';
import * as v from 'valibot';
import type { Transfer } from '../../../api/client.ts';
import { acrossFields, form as formOf } from '../../../contract/fields.ts';
import { jobAttachmentFiles2Update } from '../../../contract/files/files.ts';
import type { JobDetails } from '../../../contract/jobs/jobDetails.ts';
import { JobAfterUpdate, jobRules } from '../../../contract/jobs/jobForms.ts';
import { takesReason } from '../../../contract/jobs/jobRights.ts';
import { reasonRules } from '../../../contract/jobs/reasonForm.ts';
import { checkRequestType, requestTypeFields } from '../../../contract/jobs/requestType.ts';
import { type SendResult, staleIn, updateJob } from '../../../outbox/sends/sendJobs.ts';
import { useProfile } from '../../../session/useSession.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { useForm } from '../../../ui/form/useForm.ts';
import { type useFormDraft, useSaving } from '../useFormDraft.ts';
import { foldsOf, sectionsOf } from './formSections.ts';
import { beginEdit, changedFields, changesOf, takeOver } from './jobChanges.ts';
import { type JobEditDraft, jobEditDraft } from './jobDraft.ts';
import type { JobUpdateValues, TypedJob } from './jobFormValues.ts';
import { toastSent, undoably, useSendBefore } from './undoableChanges.ts';

/** What the form of an existing job holds. */
type EditValues = TypedJob<JobUpdateValues> & { reason: string; jobAttachmentFiles2Update: File[] };

/**
 * Returns the rules of the form of an existing job: of what is left as it is, some do not ask.
 *
 * @param before the job without the changes
 */
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

export type DraftedEdit = NonNullable<ReturnType<typeof useFormDraft<JobEditDraft>>>;

type Output = JobUpdateValues & Pick<EditValues, 'reason'>;

function textOf({
  jobAttachmentFiles2Update: _,
  reason: __,
  ...text
}: EditValues): TypedJob<JobUpdateValues> {
  return text;
}

/**
 * The form of an existing job. It sends what was changed and nothing else, so that two users can edit one job side by side, and closes once
 * that waits in the outbox.
 *
 * @param onDone closes the form
 * @param onReopen opens it again: what it sent was undone
 */
export function useJobEdit(
  job: JobDetails,
  { draft, left }: DraftedEdit,
  onDone: () => void,
  onReopen: () => void,
) {
  const { email } = useProfile();
  // A live update of `job` does not move what the form began with.
  const [edit, setEdit] = useState(() => beginEdit(job, left?.content ?? null));
  const { base } = edit;
  const [read] = useState(() => [...draft.get().files]);
  const rules = useMemo(() => editRules(base.values), [base.values]);
  const form = useForm<typeof rules, EditValues>(
    rules,
    { ...edit.values, reason: left?.content.reason ?? '', jobAttachmentFiles2Update: read },
    left?.content.issues,
  );
  useSendBefore(left === null);
  const { reason, jobAttachmentFiles2Update: files } = form.values;
  const typed = useMemo(() => textOf(form.values), [form.values]);
  const dirty = files.length > 0 || changedFields(base.values, typed).length > 0;
  const content = useMemo(
    () => (dirty ? jobEditDraft(typed, base, reason) : null),
    [dirty, typed, base, reason],
  );
  const changed = (fields: readonly string[]) => sectionsOf(fields).map(({ section }) => section);
  const [starts] = useState(() =>
    changed([
      ...changedFields(base.values, typed),
      ...(files.length > 0 ? ['jobAttachmentFiles2Update'] : []),
    ]),
  );
  const { taken = [], contested = [] } = edit.stale?.merged ?? {};
  const foldOf = foldsOf({
    values: typed,
    files,
    errors: form.errors,
    starts,
    shown: changed([...taken, ...contested]),
  });
  const saving = useSaving(draft, content, files, (all) => form.set('jobAttachmentFiles2Update', [...all]));
  const [transfer, setTransfer] = useState<Transfer | null>(null);

  /** @returns null where nothing changed */
  async function hand(output: Output): Promise<SendResult | null> {
    const changes = changesOf(base.values, output);
    if (Object.keys(changes).length === 0 && files.length === 0) return null;
    const isExplained = changes.status !== undefined && takesReason(output.status) && output.reason !== '';
    const update = {
      ...{ evJobId: job.jobId, jobUpdateUser: email, version: base.version },
      ...changes,
      ...(isExplained && { reason: output.reason }),
    };
    const options = { files, context: { base, draft: content }, onProgress: setTransfer, ...undoably };
    try {
      return await draft.handOver((sent) => updateJob(update, { ...options, sent }));
    } catch (error) {
      // Where nothing can be stored, it was sent at once.
      const now = staleIn(error);
      if (now) {
        const next = takeOver(base, typed, now);
        setEdit(next);
        form.reset({ ...form.values, ...next.values });
      }
      throw error;
    }
  }

  const send = form.submit(async (output) => {
    const sent = await hand(output as Output);
    if (sent) {
      const made = content && { form: draft.form, content };
      toastSent(sent, 'Changes saved.', { typed: made, reopen: onReopen });
    } else {
      toast('No changes to save.');
      await draft.discard();
    }
    onDone();
  });

  return { form, saving, send, dirty, transfer, base, stale: edit.stale, typed, foldOf };
}
