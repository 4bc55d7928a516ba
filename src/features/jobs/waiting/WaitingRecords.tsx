import { CircleAlert, Clock } from 'lucide';
import { type ReactNode, useId, useState, useSyncExternalStore } from 'react';
import { ended } from '../../../format/ended.ts';
import { blockerOf, sendStateOf, sendStateText } from '../../../outbox/kinds/sendState.ts';
import { editedAt } from '../../../outbox/kinds/shown.ts';
import { onWaitingChange, waitingRecords } from '../../../outbox/records/waiting.ts';
import type { JobRecord } from '../../../outbox/records/waitingJobs.ts';
import { discardJob, retryJob } from '../../../outbox/sends/queuedJobs.ts';
import { Button } from '../../../ui/Button.tsx';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { UploadBar } from '../../../ui/feedback/UploadBar.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { messageOf } from '../../../ui/useAction.ts';
import { onUndoableChange, undoableChanges } from '../form/undoableChanges.ts';
import { useUpload } from './useWaitingJobs.ts';
import styles from './WaitingRecords.module.css';
import { isDeliverable, recordContents, recordName } from './waitingDraft.ts';

type ListProps = {
  records: readonly JobRecord[];
  /** Returns what stands under the name of a record. */
  about?: (record: JobRecord) => ReactNode;
  /** Absent where none can be edited. */
  onEdit: ((record: JobRecord) => void) | undefined;
  /** Stands under the list. */
  children?: ReactNode;
};

/** Jobs and changes that are not sent yet, in the order in which they will be. */
export function WaitingRecords({ records, about, onEdit, children }: ListProps) {
  const id = useId();
  return (
    <section className="stack" data-tight="" aria-labelledby={id}>
      <h2 id={id} className="section-title">
        Not sent yet
      </h2>
      <ul className={styles.list}>
        {records.map((record) => (
          <WaitingRecord
            key={record.seq}
            record={record}
            about={about?.(record)}
            onEdit={onEdit && (() => onEdit(record))}
          />
        ))}
      </ul>
      {children}
    </section>
  );
}

type Props = { record: JobRecord; about: ReactNode; onEdit: (() => void) | undefined };

/** A record of the outbox: its content, its state, and what can be done with it. */
function WaitingRecord({ record, about, onEdit }: Props) {
  const upload = useUpload(record.clientId);
  // Messages as well: a change waits for earlier records of its job.
  const all = useSyncExternalStore(onWaitingChange, waitingRecords);
  const { state } = record;
  const stopped = sendStateOf(record) === 'not-sent' || state === 'blocked-auth';
  const name = recordName(record);

  return (
    <li className={styles.record} data-stopped={stopped || undefined} data-waiting={state}>
      <div>
        <p className={styles.name} dir="auto">
          {name}
        </p>
        {about}
        {recordContents(record).map((line) => (
          <p key={line} className={styles.line} dir="auto">
            {line}
          </p>
        ))}
      </div>
      {state === 'sending' && upload ? (
        <UploadBar label="Sending…" transfer={upload} />
      ) : (
        <p className={styles.state} role="status">
          {stopped ? <Icon of={CircleAlert} /> : <Icon of={Clock} />}
          {sendStateText(record, all)}
        </p>
      )}
      <Actions record={record} name={name} isBehind={!!blockerOf(record, all)} onEdit={onEdit} />
    </li>
  );
}

type ActionsProps = Pick<Props, 'record' | 'onEdit'> & { name: string; isBehind: boolean };

function Actions({ record, name, isBehind, onEdit }: ActionsProps) {
  const { state, maybeSent, error } = record;
  const [isAsking, setAsking] = useState(false);
  const undoable = useSyncExternalStore(onUndoableChange, undoableChanges);
  const mayHaveLeft = maybeSent && state !== 'failed' && !undoable.has(record.clientId);
  if (state === 'sending') return null;
  const isOpen = state === 'uncertain' || mayHaveLeft;
  // Sent again unchanged, it would be refused again: its author decides between the two versions.
  const isStale = error?.code === 'stale';
  const of = (
    <span className="visually-hidden" translate="no">
      {' '}
      {name}
    </span>
  );

  async function remove() {
    setAsking(false);
    const restore = await discardJob(record);
    const undo = { label: 'Undo', run: () => void restore().catch(showError) };
    const what = record.kind === 'report' ? 'Unsent job' : 'Unsent change';
    toast(ended(`${what} deleted: ${name}`), isOpen ? {} : { action: undo });
  }

  return (
    <div className="row">
      {!isStale && !isBehind && (
        <Button onClick={() => void retryJob(record).catch(showError)}>
          Try again
          {of}
        </Button>
      )}
      {!isOpen && onEdit && editedAt(record) && (
        <Button onClick={onEdit}>
          {isStale && !isDeliverable(record) ? 'Compare versions' : 'Edit'}
          {of}
        </Button>
      )}
      <Button variant="quiet" onClick={() => (isOpen ? setAsking(true) : void remove().catch(showError))}>
        Delete
        {of}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title="Delete this item?"
        confirm="Delete"
        onConfirm={() => void remove().catch(showError)}
      >
        It might have been sent already.
      </ConfirmDialog>
    </div>
  );
}

function showError(error: unknown): void {
  toast(messageOf(error));
}
