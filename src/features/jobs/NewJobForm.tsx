import { useBlocker, useNavigate } from '@tanstack/react-router';
import { useMemo, useRef, useState } from 'react';
import * as v from 'valibot';
import { ApiError, type Transfer } from '../../api/client.ts';
import { form as formOf, jobReporter } from '../../contract/fields.ts';
import { JobForm } from '../../contract/job.ts';
import { reportJob } from '../../outbox/send.ts';
import { useProfile } from '../../session/useSession.ts';
import { Button } from '../../ui/Button.tsx';
import { FormErrors } from '../../ui/FormErrors.tsx';
import { toast } from '../../ui/toast.ts';
import { useForm } from '../../ui/useForm.ts';
import { DeliverySection } from './DeliverySection.tsx';
import { DocumentsSection } from './DocumentsSection.tsx';
import { DraftNotice } from './DraftNotice.tsx';
import layout from './JobSummary.module.css';
import { JobSummary } from './JobSummary.tsx';
import { type JobDraftValues, jobDraftKey } from './jobDraft.ts';
import { jobFieldsOf } from './jobFieldsForm.ts';
import { emptyAddress } from './jobFormValues.ts';
import { NoteSection } from './NoteSection.tsx';
import { PropertySection } from './PropertySection.tsx';
import { ReporterSection } from './ReporterSection.tsx';
import { SendFailure } from './SendFailure.tsx';
import { ServicesSection } from './ServicesSection.tsx';
import { UploadProgress } from './UploadProgress.tsx';
import { useClient } from './useClients.ts';
import { useKeptDraft, useLeftDraft } from './useJobDraft.ts';

const NewJobRules = v.intersect([formOf({ jobReporter }), JobForm]);

type Values = JobDraftValues & { jobAttachmentFiles2: File[] };

function textOf({ jobAttachmentFiles2: _, ...text }: Values): JobDraftValues {
  return text;
}

type Props = {
  initial: JobDraftValues;
  /** Staff say whose job it is. */
  asksReporter: boolean;
  revisionOf?: string;
};

/** The form of a new job. Whatever happens to the sending, what was typed stays. */
export function NewJobForm({ initial, asksReporter, revisionOf }: Props) {
  const { email, address } = useProfile();
  const navigate = useNavigate();
  const key = jobDraftKey(email, revisionOf);
  const left = useLeftDraft(key);
  const form = useForm<typeof NewJobRules, Values>(NewJobRules, {
    ...(left?.values ?? initial),
    jobAttachmentFiles2: [],
  });
  const [transfer, setTransfer] = useState<Transfer | null>(null);
  const files = form.values.jobAttachmentFiles2;
  const typed = useMemo(() => textOf(form.values), [form.values]);
  const fileNames = useMemo(() => files.map((file) => file.name), [files]);
  const forgetDraft = useKeptDraft(key, initial, typed, fileNames);
  const fields = jobFieldsOf(form);
  const client = useClient(asksReporter ? form.values.jobReporter : '');
  const usualAddress = asksReporter ? (client?.address ?? emptyAddress) : address;

  const arrived = useRef(false);

  useBlocker({
    // Opening the chat changes the address, not the page.
    shouldBlockFn: ({ current, next }) =>
      form.busy &&
      !arrived.current &&
      current.pathname !== next.pathname &&
      !window.confirm('Your job is still being sent. Leave this page anyway?'),
    enableBeforeUnload: form.busy,
  });

  const send = form.submit(async ({ jobAttachmentFiles2: _, ...job }) => {
    setTransfer(null);
    const report = () =>
      reportJob({ ...job, revisionOf: revisionOf ?? null }, { files, onProgress: setTransfer });
    // A code that is taken says that nothing was made; the next one is another code.
    const made = await report().catch((error: unknown) => {
      if (error instanceof ApiError && error.code === 'code-taken') return report();
      throw error;
    });
    forgetDraft();
    arrived.current = true;
    const open = () => navigate({ to: '/jobs/update/$jobId', params: { jobId: made.jobId } });
    const done = `Job ${made.jobCode} was reported.`;
    // Somebody who went on to another page meanwhile is not pulled away from it.
    if (!form.ref.current) {
      toast(done, { tone: 'good', action: { label: 'Open it', run: () => void open() } });
      return;
    }
    toast(done, { tone: 'good' });
    await open();
  });

  return (
    <form ref={form.ref} noValidate onSubmit={send} className="stack">
      {left && (
        <DraftNotice
          draft={left}
          chosen={fileNames}
          onStartOver={() => form.reset({ ...initial, jobAttachmentFiles2: files })}
        />
      )}
      <FormErrors
        form={form}
        failureText={form.failure && <SendFailure failure={form.failure} what="job" />}
      />
      <div className={layout.layout}>
        <div className="stack">
          {asksReporter && <ReporterSection field={form.field('jobReporter')} />}
          <PropertySection form={fields} />
          <ServicesSection form={fields} fixedCategory={revisionOf !== undefined} />
          <DeliverySection form={fields} usualAddress={usualAddress} />
          <DocumentsSection form={fields} files={form.field('jobAttachmentFiles2')} isNew />
          <NoteSection field={form.field('message')} />
        </div>
        <JobSummary values={form.values} files={files}>
          {form.busy && <UploadProgress label="Sending the job" transfer={transfer} />}
          <Button type="submit" variant="primary" wide busy={form.busy}>
            {form.failure ? 'Send again' : 'Send job'}
          </Button>
        </JobSummary>
      </div>
    </form>
  );
}
