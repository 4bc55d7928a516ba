import { Link } from '@tanstack/react-router';
import { deliveredOf } from '../../../contract/jobs/delivered.ts';
import type { JobDetails } from '../../../contract/jobs/jobDetails.ts';
import { counted } from '../../../format/counted.ts';
import { Time } from '../../../ui/text/Time.tsx';
import styles from '../Conversation.module.css';

/** What was delivered at one time. */
export type Delivery = { key: string; seconds: number; byName: string; files: number };

/** Returns the deliveries of a job, oldest first, without what was withdrawn. They are no messages: the chat only says where they stand. */
export function deliveriesOf({ deliverables }: Pick<JobDetails, 'deliverables'>): Delivery[] {
  const together = Map.groupBy(
    deliveredOf({ deliverables }),
    ({ createdTimestamp, addedBy }) => `${createdTimestamp} ${addedBy}`,
  );
  return [...together]
    .map(([key, [first, ...more]]) => ({
      key,
      seconds: first?.createdTimestamp ?? 0,
      byName: first?.addedByName ?? '',
      files: [first, ...more].filter((one) => one?.file).length,
    }))
    .sort((a, b) => a.seconds - b.seconds);
}

/** Says in the chat that something was delivered, and leads to it. */
export function DeliveryLine({ jobId, delivery }: { jobId: string; delivery: Delivery }) {
  const { seconds, byName, files } = delivery;
  return (
    <p className={styles.delivery}>
      <Link to="/jobs/update/$jobId" params={{ jobId }} hash="deliverables">
        {files > 0 ? `${counted(files, 'document')} delivered` : 'Wet stamps delivered'}
      </Link>{' '}
      by <bdi translate="no">{byName}</bdi> · <Time seconds={seconds} />
    </p>
  );
}
