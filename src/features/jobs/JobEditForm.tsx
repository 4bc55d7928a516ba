import { useBlocker } from '@tanstack/react-router';
import { useState } from 'react';
import * as v from 'valibot';
import { ApiError, type Transfer } from '../../api/client.ts';
import { isStaff } from '../../contract/enums.ts';
import { form as formOf } from '../../contract/fields.ts';
import { jobAttachmentFiles2Update } from '../../contract/files.ts';
import { JobAfterUpdate, type JobDetails } from '../../contract/job.ts';
import { updateJob } from '../../outbox/send.ts';
import { useProfile } from '../../session/useSession.ts';
import { Button } from '../../ui/Button.tsx';
import { FormErrors } from '../../ui/FormErrors.tsx';
import { toast } from '../../ui/toast.ts';
import { useForm } from '../../ui/useForm.ts';
import { DeliverySection } from './DeliverySection.tsx';
import { DocumentsSection } from './DocumentsSection.tsx';
import layout from './JobSummary.module.css';
import { JobSummary } from './JobSummary.tsx';
import {
  changedFields,
  changesOf,
  type JobUpdateValues,
  type Merged,
  mergeStale,
  updateValuesOf,
} from './jobChanges.ts';
import { jobFieldsOf } from './jobFieldsForm.ts';
import { isFormCategory } from './jobFormValues.ts';
import { PropertySection } from './PropertySection.tsx';
import { SendFailure } from './SendFailure.tsx';
import { ServicesSection } from './ServicesSection.tsx';
import { StaffSection } from './StaffSection.tsx';
import { StaleNotice } from './StaleNotice.tsx';
import { UploadProgress } from './UploadProgress.tsx';

const JobEditRules = v.intersect([JobAfterUpdate, formOf({ jobAttachmentFiles2Update })]);

type Values = JobUpdateValues & { jobAttachmentFiles2Update: File[] };

type Stale = { by: string; merged: Merged; before: JobUpdateValues };

type Props = { job: JobDetails; onDone: () => void };

/** The form that changes a job. It sends what was changed and nothing else, so that two people can edit side by side. */
export function JobEditForm({ job, onDone }: Props) {
  const { email, userType } = useProfile();
  /** The job the form was read from; what the screen is told meanwhile does not move it. */
  const [base, setBase] = useState(job);
  const [stale, setStale] = useState<Stale | null>(null);
  const [transfer, setTransfer] = useState<Transfer | null>(null);
  const [saved, setSaved] = useState(false);
  const form = useForm<typeof JobEditRules, Values>(JobEditRules, {
    ...updateValuesOf(job),
    jobAttachmentFiles2Update: [],
  });
  const fields = jobFieldsOf(form);
  const files = form.values.jobAttachmentFiles2Update;
  const read = updateValuesOf(base);
  const dirty = !saved && (files.length > 0 || changedFields(read, form.values).length > 0);

  useBlocker({
    // Opening the chat changes the address, not the page.
    shouldBlockFn: ({ current, next }) =>
      dirty && current.pathname !== next.pathname && !window.confirm('Leave without saving your changes?'),
    enableBeforeUnload: dirty,
  });

  function takeOver(now: JobDetails) {
    const typed = form.values;
    const merged = mergeStale(read, typed, updateValuesOf(now));
    setStale({ by: now.history[0]?.userName || 'Somebody else', merged, before: read });
    setBase(now);
    form.reset({ ...merged.values, jobAttachmentFiles2Update: typed.jobAttachmentFiles2Update });
  }

  const send = form.submit(async (output) => {
    setTransfer(null);
    const changes = changesOf(read, output as JobUpdateValues);
    if (Object.keys(changes).length === 0 && files.length === 0) {
      toast('Nothing was changed.');
      return onDone();
    }
    try {
      await updateJob(
        { evJobId: base.jobId, jobUpdateUser: email, version: base.version, ...changes },
        { files, onProgress: setTransfer },
      );
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'stale' || !error.job) throw error;
      return takeOver(error.job);
    }
    setSaved(true);
    toast('Your changes are saved.', { tone: 'good' });
    onDone();
  });

  return (
    <form ref={form.ref} noValidate onSubmit={send} className="stack" aria-label="Edit job">
      {stale && (
        <StaleNotice
          by={stale.by}
          merged={stale.merged}
          before={stale.before}
          now={read}
          onTakeTheirs={(field) => {
            form.reset({ ...form.values, [field]: read[field] });
            const contested = stale.merged.contested.filter((one) => one !== field);
            setStale({
              ...stale,
              merged: { ...stale.merged, contested, taken: [...stale.merged.taken, field] },
            });
          }}
        />
      )}
      <FormErrors
        form={form}
        failureText={form.failure && <SendFailure failure={form.failure} what="changes" />}
      />
      <div className={layout.layout}>
        <div className="stack">
          {isStaff(userType) && (
            <StaffSection
              job={base}
              status={form.field('status')}
              assignedTo={form.field('assignedTo')}
              trackingNumber={form.field('trackingNumber')}
            />
          )}
          <PropertySection form={fields} />
          <ServicesSection form={fields} fixedCategory={!isFormCategory(base.category)} />
          <DeliverySection form={fields} usualAddress={base.address} />
          <DocumentsSection form={fields} files={form.field('jobAttachmentFiles2Update')} isNew={false} />
        </div>
        <JobSummary values={form.values} files={files}>
          {form.busy && <UploadProgress label="Saving your changes" transfer={transfer} />}
          <Button type="submit" variant="primary" wide busy={form.busy}>
            Save changes
          </Button>
          <Button wide onClick={() => (!dirty || window.confirm('Drop your changes?')) && onDone()}>
            {dirty ? 'Drop changes' : 'Close'}
          </Button>
        </JobSummary>
      </div>
    </form>
  );
}
