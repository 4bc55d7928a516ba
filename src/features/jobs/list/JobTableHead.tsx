import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide';
import type { ReactNode } from 'react';
import { type Job, type JobSort, jobSorts } from '../../../contract/jobs/job.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { useOneStop } from '../../../ui/useOneStop.ts';
import type { Selection } from '../bulk/useSelection.ts';
import styles from './JobTable.module.css';
import { PickAll } from './PickAll.tsx';

/** The orders that a column offers, and the direction of each; the first is that of the first press. */
type ColumnSorts = readonly [sort: JobSort, direction: 'ascending' | 'descending'][];

/** Times begin with the latest, texts with A. */
const sorts = {
  submitted: [
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
  due: [
    ['due', 'ascending'],
    ['due-desc', 'descending'],
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
  sort: JobSort | undefined;
  onSort: (sort: JobSort) => void;
  /** Whether there is a column of statuses. */
  hasStatus: boolean;
  hasDue: boolean;
  jobs: readonly Job[];
  selection: Selection | undefined;
};

function hidden(words: string): ReactNode {
  return <span className="visually-hidden">{words}</span>;
}

export function JobTableHead({ sort, onSort, hasStatus, hasDue, jobs, selection }: Props) {
  const order = { current: sort, onSort };
  const stop = useOneStop<HTMLTableRowElement>('ArrowLeft', 'ArrowRight');
  return (
    <thead>
      <tr {...stop} aria-rowindex={1}>
        {selection && (
          <th scope="col" className={styles.pick}>
            <PickAll jobs={jobs} selection={selection} />
          </th>
        )}
        <SortHeader className={styles.code} sorts={sorts.submitted} {...order} before={hidden('Code, ')}>
          Submitted
        </SortHeader>
        <SortHeader sorts={sorts.project} {...order}>
          Project{hidden(', priority')} and address
        </SortHeader>
        <th scope="col" className={styles.services}>
          Services{hidden(' and delivery')}
        </th>
        {hasStatus && (
          <SortHeader className={styles.status} sorts={sorts.status} {...order}>
            Status
          </SortHeader>
        )}
        {hasDue && (
          <SortHeader className={styles.due} sorts={sorts.due} {...order}>
            Due
          </SortHeader>
        )}
        <SortHeader className={styles.assignee} sorts={sorts.assignee} {...order}>
          Assignee
        </SortHeader>
        <SortHeader className={styles.updated} sorts={sorts.updated} {...order}>
          Updated
        </SortHeader>
        <th scope="col" className={styles.chat}>
          Chat<span className="visually-hidden"> and actions</span>
        </th>
      </tr>
    </thead>
  );
}

const icons = { none: ArrowUpDown, ascending: ArrowUp, descending: ArrowDown } as const;

type SortHeaderProps = {
  className?: string | undefined;
  sorts: ColumnSorts;
  current: JobSort | undefined;
  onSort: (sort: JobSort) => void;
  /** Text before the button. */
  before?: ReactNode;
  children: ReactNode;
};

/** A column header that orders the list; pressed again, it reverses the order. */
function SortHeader({ className, sorts, current, onSort, before, children }: SortHeaderProps) {
  const at = sorts.findIndex(([sort]) => sort === current);
  const direction = sorts[at]?.[1] ?? 'none';
  const next = sorts[(at + 1) % sorts.length]?.[0];
  const icon = icons[direction];
  return (
    <th scope="col" className={className} aria-sort={direction}>
      {before}
      <button
        type="button"
        className={styles.sort}
        data-on-paper=""
        title={next && jobSorts[next]}
        onClick={() => next && onSort(next)}
      >
        {children}
        <Icon of={icon} />
      </button>
    </th>
  );
}
