import { useNavigate } from '@tanstack/react-router';
import { useId } from 'react';
import { addressLine } from '../../../format/address.ts';
import type { JobRecord } from '../../../outbox/records/waitingJobs.ts';
import { newJobOf } from '../form/waitingDraft.ts';
import styles from './WaitingRecord.module.css';
import { WaitingRecord } from './WaitingRecord.tsx';

/** New jobs that are not sent yet, as they stand. */
export function ReportsNotSent({ reports }: { reports: readonly JobRecord[] }) {
  const navigate = useNavigate();
  const id = useId();
  return (
    <section className="stack" data-tight="" aria-labelledby={id}>
      <h2 id={id} className="section-title">
        Not sent yet
      </h2>
      <ul className={styles.list}>
        {reports.map((record) => {
          const job = newJobOf(record);
          return (
            <WaitingRecord
              key={record.seq}
              record={record}
              about={job && <p className={styles.line}>{addressLine(job.address)}</p>}
              onEdit={() => void navigate({ to: '/jobs/create', search: { waiting: record.seq } })}
            />
          );
        })}
      </ul>
      <p className="soft small">Messages about a new job can be written once it is sent.</p>
    </section>
  );
}
