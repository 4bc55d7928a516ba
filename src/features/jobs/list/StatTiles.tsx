import { Link } from '@tanstack/react-router';
import type { JobStats } from '../../../contract/job.ts';
import { nobody } from '../filters/jobListSearch.ts';
import styles from './StatTiles.module.css';

type Props = { stats: JobStats | undefined; staff: boolean };

/** The counts that ask for something to be done; each leads to what it counts. */
export function StatTiles({ stats, staff }: Props) {
  const open = { status: ['IN_PROGRESS', 'ON_HOLD'] as const };
  const all = { to: '/jobs/listing/$category', params: { category: 'all' } } as const;
  return (
    <nav className={styles.tiles} aria-label="At a glance">
      <Link to="/messages" className={styles.tile} data-calls={(stats?.newMessages ?? 0) > 0 || undefined}>
        <span className={styles.count}>{stats?.newMessages ?? '–'}</span> New messages
      </Link>
      <Link to="/jobs/listing/$category" params={{ category: 'in-progress' }} className={styles.tile}>
        <span className={styles.count}>{stats?.byStatus.IN_PROGRESS ?? (stats ? 0 : '–')}</span> In progress
      </Link>
      <Link {...all} search={{ priority: 'HIGH', status: [...open.status] }} className={styles.tile}>
        <span className={styles.count}>{stats?.highPriority ?? '–'}</span> High priority
      </Link>
      {staff ? (
        <Link {...all} search={{ assignee: nobody, status: [...open.status] }} className={styles.tile}>
          <span className={styles.count}>{stats?.unassigned ?? '–'}</span> Unassigned
        </Link>
      ) : (
        <Link to="/jobs/listing/$category" params={{ category: 'on-hold' }} className={styles.tile}>
          <span className={styles.count}>{stats?.byStatus.ON_HOLD ?? (stats ? 0 : '–')}</span> On hold
        </Link>
      )}
    </nav>
  );
}
