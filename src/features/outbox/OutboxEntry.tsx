import {
  Check,
  CloudAlert,
  CloudUpload,
  Copy,
  Download,
  type IconNode,
  KeyRound,
  Pencil,
  RotateCw,
  Search,
  Trash2,
} from 'lucide';
import { useContext, useSyncExternalStore } from 'react';
import { useSignOut } from '../../appContexts.ts';
import { fileSize } from '../../format/fileSize.ts';
import {
  blockerOf,
  mayDelete,
  type SendState,
  sendStateOf,
  sendStateText,
} from '../../outbox/kinds/sendState.ts';
import { editedAt, shownAs } from '../../outbox/kinds/shown.ts';
import type { OutboxRecord } from '../../outbox/records/record.ts';
import { onUploadProgress, uploadProgressOf } from '../../outbox/records/waiting.ts';
import { Button } from '../../ui/Button.tsx';
import { ConnectivityContext } from '../../ui/feedback/AsOf.tsx';
import { Progress } from '../../ui/feedback/Progress.tsx';
import { FileName } from '../../ui/files/FileName.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { useTicking } from '../../ui/useTicking.ts';
import type { KnownJob } from './knownJobs.ts';
import styles from './OutboxEntry.module.css';
import { copyText, deleteWithUndo, retryNow, saveFiles, signInAgain } from './outboxActions.ts';
import { kindText, mayEdit, nextTryText, sinceText, textOf } from './outboxEntries.ts';

const icons: Readonly<Record<SendState, IconNode>> = {
  waiting: CloudUpload,
  sending: CloudUpload,
  checking: Search,
  sent: Check,
  'not-sent': CloudAlert,
  'sign-in': KeyRound,
};

type Props = {
  record: OutboxRecord;
  /** All of the user's: one can wait for another. */
  records: readonly OutboxRecord[];
  job: KnownJob | undefined;
  onEdit: (record: OutboxRecord) => void;
};

/** One record that has not arrived: what it is, its state, and what can be done about it. */
export function OutboxEntry({ record, records, job, onEdit }: Props) {
  const kind = kindText(record, job);
  // The heading of its group is its kind already.
  const { isOwnGroup: isTitled, text: written } = shownAs(record);
  const text = written(record.payload);
  return (
    <li className={styles.entry} data-mark={sendStateOf(record)}>
      {kind && !isTitled && <p className={styles.kind}>{kind}</p>}
      {text && (
        <p className={styles.text} dir="auto">
          {text}
        </p>
      )}
      {record.files.length > 0 && (
        <ul className={styles.files} aria-label="Files">
          {record.files.map((file) => (
            <li key={file.blobId}>
              <FileName name={file.chosenName} /> <span className="soft">{fileSize(file.size)}</span>
            </li>
          ))}
        </ul>
      )}
      <EntryState record={record} records={records} />
      <Actions
        record={record}
        isBehind={blockerOf(record, records) !== undefined}
        name={kind || text}
        onEdit={onEdit}
      />
    </li>
  );
}

function EntryState({ record, records }: Pick<Props, 'record' | 'records'>) {
  const { reachable } = useContext(ConnectivityContext);
  const upload = useSyncExternalStore(onUploadProgress, () => uploadProgressOf(record.clientId));
  const mark = sendStateOf(record);
  const icon = icons[mark];
  const stateText = useTicking((now) => sendStateText(record, records, now));
  const details = useTicking((nowSeconds) => {
    const now = nowSeconds * 1000;
    const isBlocked = blockerOf(record, records) !== undefined;
    return [sinceText(record, now), nextTryText(record, { now, reachable, isBlocked })]
      .filter(Boolean)
      .join(' · ');
  });
  return (
    <>
      <p className={styles.state}>
        <Icon of={icon} />
        <span>
          {stateText}
          <span className={styles.details}> {details}</span>
        </span>
      </p>
      {mark === 'sending' && upload && upload.total > 0 && (
        <Progress
          label="Sending files…"
          value={upload.transferred}
          max={upload.total}
          detail={`${fileSize(upload.transferred)} of ${fileSize(upload.total)}`}
        />
      )}
    </>
  );
}

type ActionsProps = Pick<Props, 'record' | 'onEdit'> & {
  /** It waits for another record, which is tried again instead. */
  isBehind: boolean;
  name: string;
};

function Actions({ record, isBehind, name, onEdit }: ActionsProps) {
  const signOut = useSignOut();
  const { state } = record;
  const text = textOf(record);
  return (
    <div className={styles.actions}>
      {state !== 'sending' && !isBehind && (
        <Button variant="quiet" onClick={() => void retryNow(record)}>
          <Icon of={RotateCw} />
          Try again
        </Button>
      )}
      {state === 'blocked-auth' && (
        <Button variant="quiet" onClick={() => void signInAgain(signOut)}>
          <Icon of={KeyRound} />
          Sign in again
        </Button>
      )}
      {editedAt(record) && mayEdit(record) && (
        <Button variant="quiet" onClick={() => onEdit(record)}>
          <Icon of={Pencil} />
          Edit
        </Button>
      )}
      {text && (
        <Button variant="quiet" onClick={() => void copyText(text)}>
          <Icon of={Copy} />
          Copy text
        </Button>
      )}
      {record.files.length > 0 && (
        <Button variant="quiet" onClick={() => void saveFiles(record)}>
          <Icon of={Download} />
          {record.files.length === 1 ? 'Download file' : 'Download files'}
        </Button>
      )}
      {mayDelete(record) && (
        <Button variant="quiet" onClick={() => void deleteWithUndo(record, name)}>
          <Icon of={Trash2} />
          Delete
        </Button>
      )}
    </div>
  );
}
