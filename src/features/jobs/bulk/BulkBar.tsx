import { X } from 'lucide';
import { useState } from 'react';
import { maxJobsAtOnce } from '../../../contract/limits.ts';
import { Button, IconButton } from '../../../ui/Button.tsx';
import { BulkAssignDialog } from './BulkAssignDialog.tsx';
import styles from './BulkBar.module.css';
import { BulkStatusDialog } from './BulkStatusDialog.tsx';
import type { BulkChange } from './bulkChange.ts';
import { useBulkChange } from './useBulkChange.ts';
import type { Selection } from './useSelection.ts';

type Props = { selection: Selection; onDone: () => void };

/** How many jobs are selected, and what staff may do to all of them. */
export function BulkBar({ selection: { chosen, choose }, onDone }: Props) {
  const [asking, setAsking] = useState<'status' | 'assignee' | null>(null);
  const change = useBulkChange(onDone);

  function start(asked: BulkChange, words: string) {
    setAsking(null);
    void change(chosen, asked, words);
  }

  return (
    <section className={styles.bar} aria-label="Selected jobs">
      <p className={styles.count} role="status">
        {chosen.length} selected
        {chosen.length >= maxJobsAtOnce && <span className="small"> (maximum)</span>}
      </p>
      <div className={styles.actions}>
        <Button
          aria-label="Change status"
          aria-disabled={chosen.length === 0}
          onClick={() => chosen.length && setAsking('status')}
        >
          Status
        </Button>
        <Button aria-disabled={chosen.length === 0} onClick={() => chosen.length && setAsking('assignee')}>
          Assign
        </Button>
        <IconButton icon={X} label="Clear selection" onClick={onDone} />
      </div>
      <BulkStatusDialog
        open={asking === 'status'}
        jobs={chosen}
        onKeepOnly={choose}
        onClose={() => setAsking(null)}
        onChoose={start}
      />
      <BulkAssignDialog
        open={asking === 'assignee'}
        jobs={chosen}
        onClose={() => setAsking(null)}
        onChoose={start}
      />
    </section>
  );
}
