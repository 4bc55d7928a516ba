import { Link } from '@tanstack/react-router';
import { companyOf } from '../../cache/cachedJobs.ts';
import type { ApprovedProfile } from '../../contract/user.ts';
import { Badge } from '../../ui/Badge.tsx';
import type { JobGroup } from './byJob.ts';
import { MessageRow } from './MessageRow.tsx';
import styles from './MessageRows.module.css';
import { WaitedTime } from './WaitedTime.tsx';
import { whoseTurn } from './whoseTurn.ts';

/** One job with its messages that need an answer, since when, and whose turn it is. */
export function JobWaiting({ group, reader }: { group: JobGroup; reader: ApprovedProfile }) {
  const { jobId, first, messages } = group;
  const turn = whoseTurn(first, reader);
  return (
    <li className={styles.group}>
      <div className={styles.job}>
        <div className={styles.jobWords}>
          <h3 dir="auto">
            <Link to="/jobs/update/$jobId" params={{ jobId }}>
              {first.project || 'No job Name'}
            </Link>
          </h3>
          <p className="small soft">
            {first.jobCode && <span className="code">{first.jobCode}</span>} <bdi>{companyOf(first)}</bdi>
          </p>
        </div>
        <p className={styles.turn}>
          {turn && <Badge tone={turn.isReaders ? 'stamp' : 'plain'}>{turn.words}</Badge>}
          {messages.length > 1 && (
            <span className="small soft">
              {messages.length} messages, <WaitedTime since={first.createdTimestamp} />
            </span>
          )}
        </p>
      </div>
      <ul className={styles.rows} aria-label={`Messages of ${first.project || first.jobCode}`}>
        {messages.map((message) => (
          <MessageRow key={message.communicationId} message={message} reader={reader} waits />
        ))}
      </ul>
    </li>
  );
}
