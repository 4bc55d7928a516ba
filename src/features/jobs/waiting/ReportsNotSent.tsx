import { useNavigate } from '@tanstack/react-router';
import { addressLine } from '../../../contract/address/addressText.ts';
import type { JobRecord } from '../../../outbox/records/waitingJobs.ts';
import { newJobOf } from '../form/waitingDraft.ts';
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
  return (
    <WaitingRecords
      records={reports}
      about={addressOf}
      onEdit={({ seq }) => void navigate({ to: '/jobs/create', search: { waiting: seq } })}
    >
      <p className="soft small">You can message about a new job after it’s sent.</p>
    </WaitingRecords>
  );
}
