import type { Job, JobSort } from '../../../contract/job.ts';
import { maxJobsAtOnce } from '../../../contract/limits.ts';
import type { Selection } from '../bulk/useSelection.ts';
import { type ColumnSorts, SortHeader } from '../filters/SortHeader.tsx';
import styles from './JobTable.module.css';
import pick from './PickJob.module.css';

/** What the columns order by; times begin with the latest, words with A. */
const sorts = {
  reported: [
    ['newest', 'descending'],
    ['oldest', 'ascending'],
  ],
  project: [
    ['project', 'ascending'],
    ['project-desc', 'descending'],
  ],
  status: [
    ['status', 'ascending'],
    ['status-desc', 'descending'],
  ],
  assignee: [
    ['assignee', 'ascending'],
    ['assignee-desc', 'descending'],
  ],
  updated: [
    ['updated', 'descending'],
    ['updated-asc', 'ascending'],
  ],
} as const satisfies Record<string, ColumnSorts>;

type Props = {
  sort: JobSort;
  onSort: (sort: JobSort) => void;
  jobs: readonly Job[];
  selection: Selection | undefined;
};

export function JobTableHead({ sort, onSort, jobs, selection }: Props) {
  const order = { current: sort, onSort };
  return (
    <thead>
      <tr aria-rowindex={1}>
        {selection && (
          <th scope="col" className={styles.pick}>
            <PickAll jobs={jobs} selection={selection} />
          </th>
        )}
        <SortHeader className={styles.code} sorts={sorts.reported} {...order} before={<>Code, </>}>
          reported
        </SortHeader>
        <SortHeader sorts={sorts.project} {...order}>
          Project and address
        </SortHeader>
        <th scope="col" className={styles.services}>
          Services
        </th>
        <SortHeader className={styles.status} sorts={sorts.status} {...order}>
          Status<span className="visually-hidden"> and priority</span>
        </SortHeader>
        <th scope="col" className={styles.delivery}>
          Delivery
        </th>
        <SortHeader className={styles.assignee} sorts={sorts.assignee} {...order}>
          Assignee
        </SortHeader>
        <SortHeader className={styles.updated} sorts={sorts.updated} {...order}>
          Updated
        </SortHeader>
        <th scope="col" className={styles.chat}>
          Chat<span className="visually-hidden"> and more</span>
        </th>
      </tr>
    </thead>
  );
}

/** Selects all loaded jobs, as many as can be changed at once; selects none when there are some already. */
function PickAll({ jobs, selection: { chosen, choose } }: { jobs: readonly Job[]; selection: Selection }) {
  const most = Math.min(jobs.length, maxJobsAtOnce);
  const all = chosen.length > 0 && chosen.length === most;
  return (
    <label className={pick.pick} title={jobs.length > most ? `Selects the first ${most}` : undefined}>
      <input
        type="checkbox"
        aria-label="Select all jobs shown"
        ref={(box) => {
          if (box) box.indeterminate = chosen.length > 0 && !all;
        }}
        checked={all}
        onChange={() => choose(chosen.length > 0 ? [] : jobs)}
      />
    </label>
  );
}
