import { X } from 'lucide';
import { maxJobsAtOnce } from '../../../contract/limits.ts';
import { Button, IconButton } from '../../../ui/Button.tsx';
import { type Act, askAct } from '../act/rowAct.ts';
import type { JobListSearch } from '../filters/jobListSearch.ts';
import { Menu } from '../list/JobActions.tsx';
import styles from './BulkBar.module.css';
import type { BulkMenuProps } from './BulkMenuItems.tsx';
import type { Selection } from './useSelection.ts';

type Props = { selection: Selection; sort: JobListSearch['sort']; onDone: () => void };

const loadItems = () => import('./BulkMenuItems.tsx').then(({ BulkMenuItems }) => BulkMenuItems);

/** How many jobs are selected, and what staff may do to all of them. */
export function BulkBar({ selection: { chosen }, sort, onDone }: Props) {
  const isEmpty = chosen.length === 0;
  const ask = (act: Act) => void askAct(act, chosen, onDone);
  return (
    <section className={styles.bar} aria-label="Selected jobs">
      <p className={styles.count} role="status">
        {chosen.length} selected
        {chosen.length >= maxJobsAtOnce && <span className="small"> (maximum)</span>}
      </p>
      <div className={styles.actions}>
        <Button aria-label="Change status" aria-disabled={isEmpty} onClick={() => ask('status')}>
          Status
        </Button>
        <Button aria-disabled={isEmpty} onClick={() => ask('assignee')}>
          Assign
        </Button>
        {!isEmpty && (
          <Menu<BulkMenuProps>
            label="More for the selected jobs"
            load={loadItems}
            // A download goes on while the menu is closed.
            lasts
            items={{ jobs: chosen, sort, onAct: ask }}
          />
        )}
        <IconButton icon={X} label="Clear selection" onClick={onDone} />
      </div>
    </section>
  );
}
