import { Download, Trash2 } from 'lucide';
import { useId, useState } from 'react';
import { saveBlob } from '../../api/downloads.ts';
import { clockTime } from '../../format/date.ts';
import { pageOutbox } from '../../outbox/pageOutbox.ts';
import { quarantinedCopyOf } from '../../outbox/records/quarantine.ts';
import type { QuarantineRow } from '../../outbox/records/stores.ts';
import { Button } from '../../ui/Button.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { Icon } from '../../ui/Icon.tsx';
import entryStyles from './OutboxEntry.module.css';
import styles from './OutboxSheet.module.css';

/** The records that this version of the app cannot read. They block nothing, and only the user deletes them. */
export function Quarantined({ rows }: { rows: readonly QuarantineRow[] }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className={styles.job}>
        Unreadable items
      </h3>
      <p className="soft small">
        This version of EV Jobs can’t open {rows.length === 1 ? 'this item' : 'these items'}. Download a copy
        first. Then you can delete it.
      </p>
      <ul className={styles.entries}>
        {rows.map((row) => (
          <QuarantinedEntry key={row.id} row={row} />
        ))}
      </ul>
    </section>
  );
}

function QuarantinedEntry({ row }: { row: QuarantineRow }) {
  const [saved, setSaved] = useState(false);

  async function save() {
    try {
      saveBlob(await quarantinedCopyOf(pageOutbox().db, row), `ev-jobs-unread-${row.id}.json`);
      setSaved(true);
    } catch (error) {
      console.error(error);
      toast('Couldn’t create the file. Try again.', { tone: 'bad' });
    }
  }

  async function drop() {
    await pageOutbox()
      .dropQuarantined(row)
      .catch(() => toast('Couldn’t delete it. Try again.', { tone: 'bad' }));
  }
  return (
    <li className={entryStyles.entry}>
      <p>Saved item from {clockTime(row.at)}</p>
      <div className={entryStyles.actions}>
        <Button variant="quiet" onClick={() => void save()}>
          <Icon of={Download} />
          Download copy
        </Button>
        <Button variant="quiet" disabled={!saved} onClick={() => void drop()}>
          <Icon of={Trash2} />
          Delete
        </Button>
      </div>
    </li>
  );
}
