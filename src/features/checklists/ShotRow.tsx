import { ArrowDown, ArrowUp, Pencil, Trash2 } from 'lucide';
import { useSyncExternalStore } from 'react';
import { sendStateText } from '../../outbox/kinds/sendState.ts';
import { onWaitingChange, waitingRecords } from '../../outbox/records/waiting.ts';
import { IconButton } from '../../ui/Button.tsx';
import { useTicking } from '../../ui/useTicking.ts';
import styles from './ChecklistsPage.module.css';
import { ExampleThumb } from './ShotDialog.tsx';
import type { ShownShot } from './waitingShots.ts';

type RowProps = {
  shot: ShownShot;
  /** Its index, and the number of all. */
  at: number;
  count: number;
  onMove: (by: -1 | 1) => void;
  onEdit: () => void;
  onRemove: () => void;
};

/** A shot of a checklist, with buttons to move, edit and remove it. */
export function ShotRow({ shot, at, count, onMove, onEdit, onRemove }: RowProps) {
  return (
    <li className={styles.shot}>
      {shot.example ? <ExampleThumb file={shot.example} /> : <span className={styles.none}>{at + 1}</span>}
      <div className={styles.words}>
        <p className={styles.name} dir="auto">
          {shot.name}
        </p>
        {shot.hint && (
          <p className="soft small" dir="auto">
            {shot.hint}
          </p>
        )}
        {shot.record && <WaitingState record={shot.record} />}
      </div>
      <div className={styles.actions}>
        <IconButton
          icon={ArrowUp}
          label={`Move ${shot.name} up`}
          aria-disabled={at === 0 || undefined}
          data-move={`${shot.shotId} -1`}
          onClick={() => onMove(-1)}
        />
        <IconButton
          icon={ArrowDown}
          label={`Move ${shot.name} down`}
          aria-disabled={at === count - 1 || undefined}
          data-move={`${shot.shotId} 1`}
          onClick={() => onMove(1)}
        />
        <IconButton icon={Pencil} label={`Edit ${shot.name}`} onClick={onEdit} />
        <IconButton icon={Trash2} label={`Remove ${shot.name}`} onClick={onRemove} />
      </div>
    </li>
  );
}

function WaitingState({ record }: { record: NonNullable<ShownShot['record']> }) {
  const records = useSyncExternalStore(onWaitingChange, waitingRecords);
  return <p className="soft small">{useTicking((now) => sendStateText(record, records, now))}</p>;
}
