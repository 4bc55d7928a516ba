import { Download, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import { saveBlob } from '../../api/downloads.ts';
import { clockTime } from '../../format/clockTime.ts';
import type { QuarantineRow } from '../../outbox/database.ts';
import { pageOutbox } from '../../outbox/pageOutbox.ts';
import { savedCopyOf } from '../../outbox/setAside.ts';
import { Button } from '../../ui/Button.tsx';
import { toast } from '../../ui/toast.ts';
import entryStyles from './OutboxEntry.module.css';
import styles from './OutboxSheet.module.css';

/** What could not be read by this version of the app. It blocks nothing and is never deleted unasked. */
export function SetAside({ rows }: { rows: readonly QuarantineRow[] }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className={styles.job}>
        Could not be read
      </h3>
      <p className="soft small">
        This version of the app cannot read {rows.length === 1 ? 'this' : 'these'}. Save a file to take along
        what was written; only then can it be deleted here.
      </p>
      <ul className={styles.entries}>
        {rows.map((row) => (
          <SetAsideRow key={row.id} row={row} />
        ))}
      </ul>
    </section>
  );
}

function SetAsideRow({ row }: { row: QuarantineRow }) {
  const [saved, setSaved] = useState(false);

  async function save() {
    try {
      saveBlob(await savedCopyOf(pageOutbox().db, row), `ev-jobs-unread-${row.id}.json`);
      setSaved(true);
    } catch (error) {
      console.error(error);
      toast('The file could not be made on this device. Please try again.', { tone: 'bad' });
    }
  }

  async function drop() {
    await pageOutbox()
      .dropSetAside(row)
      .catch(() => toast('It could not be deleted. Please try again.', { tone: 'bad' }));
  }
  return (
    <li className={entryStyles.entry}>
      <p>Something set aside {clockTime(row.at)}</p>
      <div className={entryStyles.actions}>
        <Button variant="quiet" onClick={() => void save()}>
          <Download aria-hidden />
          Save as a file
        </Button>
        <Button variant="quiet" disabled={!saved} onClick={() => void drop()}>
          <Trash2 aria-hidden />
          Delete
        </Button>
      </div>
    </li>
  );
}
