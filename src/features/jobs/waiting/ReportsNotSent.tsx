import { useNavigate } from '@tanstack/react-router';
import { addressLine } from '../../../contract/address/addressText.ts';
import type { JobRecord } from '../../../outbox/records/waitingJobs.ts';
import { toastError } from '../../../ui/feedback/toastError.ts';
import { useAction } from '../../../ui/useAction.ts';
import { newJobOf } from '../form/waitingDraft.ts';
import { returnReportToDraft } from './returnToDraft.ts';
import styles from './WaitingRecords.module.css';
import { WaitingRecords } from './WaitingRecords.tsx';

function addressOf(record: JobRecord) {
  const job = newJobOf(record);
  return (
    job && (
      <p className={styles.line} translate="no">
        {addressLine(job.address)}
      </p>
    )
  );
}

/** New jobs that are not sent yet. */
export function ReportsNotSent({ reports }: { reports: readonly JobRecord[] }) {
  const navigate = useNavigate();

  const { run: edit } = useAction(
    async (record: JobRecord) => navigate({ to: '/jobs/create', search: await returnReportToDraft(record) }),
    toastError,
  );

  return (
    <WaitingRecords records={reports} about={addressOf} onEdit={(record) => void edit(record)}>
      <p className="soft small">You can message about a new job after it’s sent.</p>
    </WaitingRecords>
  );
}
