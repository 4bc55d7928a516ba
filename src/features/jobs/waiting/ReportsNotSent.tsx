import { useNavigate } from '@tanstack/react-router';
import { addressLine } from '../../../contract/address/addressText.ts';
import type { JobRecord } from '../../../outbox/records/waitingJobs.ts';
import { Button } from '../../../ui/Button.tsx';
import { toastError } from '../../../ui/feedback/toastError.ts';
import { useAction } from '../../../ui/useAction.ts';
import { JobThatExists } from '../SendFailure.tsx';
import { returnReportAsRevision, returnReportToDraft } from './returnToDraft.ts';
import styles from './WaitingRecords.module.css';
import { WaitingRecords } from './WaitingRecords.tsx';
import { newJobOf } from './waitingDraft.ts';

/** New jobs that are not sent yet. */
export function ReportsNotSent({ reports }: { reports: readonly JobRecord[] }) {
  const navigate = useNavigate();

  const { run: edit } = useAction(async (record: JobRecord, revisionOf?: string) => {
    const search = revisionOf
      ? await returnReportAsRevision(record, revisionOf)
      : await returnReportToDraft(record);
    await navigate({ to: '/jobs/create', search });
  }, toastError);

  return (
    <WaitingRecords
      records={reports}
      about={(record) => <About record={record} onRevise={(jobId) => void edit(record, jobId)} />}
      onEdit={(record) => void edit(record)}
    >
      <p className="soft small">You can message about a new job after it’s sent.</p>
    </WaitingRecords>
  );
}

type AboutProps = { record: JobRecord; onRevise: (jobId: string) => void };

/** The address of a new job, and the job that exists for it. */
function About({ record, onRevise }: AboutProps) {
  const job = newJobOf(record);
  const { jobId } = record.error ?? {};
  return (
    <>
      {job && (
        <p className={styles.line} translate="no">
          {addressLine(job.address)}
        </p>
      )}
      {jobId && (
        <p className="row">
          <JobThatExists jobId={jobId} />
          <Button variant="quiet" onClick={() => onRevise(jobId)}>
            Start a revision
          </Button>
        </p>
      )}
    </>
  );
}
