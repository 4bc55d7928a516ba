import { Pencil, RotateCw, Trash2 } from 'lucide-react';
import { fileSize } from '../../format/fileSize.ts';
import { mayDelete, stateWords } from '../../outbox/marks.ts';
import type { Echo } from '../../outbox/records/echoes.ts';
import type { OutboxRecord } from '../../outbox/records/record.ts';
import { retryMessage } from '../../outbox/sendMessages.ts';
import { getOwner } from '../../session/session.ts';
import { Button } from '../../ui/Button.tsx';
import { Progress } from '../../ui/feedback/Progress.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { LinkedText } from '../../ui/LinkedText.tsx';
import { Time } from '../../ui/Time.tsx';
import { useTicking } from '../../ui/useTicking.ts';
import styles from './Bubble.module.css';
import { useUpload } from './useOutbox.ts';

type Props = {
  echo: Echo;
  /** All that waits: what stands before this one decides what it waits for. */
  records: readonly OutboxRecord[];
  onEdit: (record: Echo['record']) => void;
  onDiscard: (record: Echo['record']) => void;
};

/** A message of the reader's that is not in the conversation yet: how far it has come, and what can be done about it. */
export function WaitingBubble({ echo, records, onEdit, onDiscard }: Props) {
  const { record, mark } = echo;
  const { clientId, payload, files, createdAt, state, maybeSent } = record;
  const upload = useUpload(clientId);
  const words = useTicking((now) => stateWords(record, records, now));
  const isStopped = state === 'failed' || state === 'blocked-auth';
  const mayChange = state === 'failed' || (!maybeSent && (isStopped || state === 'queued'));

  function retry() {
    retryMessage(getOwner(), clientId).catch((error: Error) => toast(error.message, { tone: 'bad' }));
  }
  return (
    <article className={styles.row} data-own="" data-state={mark}>
      <div className={styles.bubble}>
        <LinkedText text={payload.content} />
        {files.length > 0 && (
          <ul className={styles.pending}>
            {files.map((file) => (
              <li key={file.blobId}>
                {file.chosenName} <span className="soft">{fileSize(file.size)}</span>
              </li>
            ))}
          </ul>
        )}
        {mark === 'sending' && upload && upload.total > 0 ? (
          <Progress
            label={words}
            value={upload.transferred}
            max={upload.total}
            detail={`${fileSize(upload.transferred)} of ${fileSize(upload.total)}`}
          />
        ) : (
          <p className={mark === 'not-sent' ? styles.failure : styles.caption}>
            {words}
            {mark !== 'not-sent' && (
              <>
                {' · '}
                <Time seconds={createdAt / 1000} />
              </>
            )}
          </p>
        )}
        {(mayChange || mayDelete(record)) && (
          <div className={styles.actions}>
            {isStopped && (
              <Button variant="quiet" onClick={retry}>
                <RotateCw aria-hidden />
                Retry
              </Button>
            )}
            {mayChange && (
              <Button variant="quiet" onClick={() => onEdit(record)}>
                <Pencil aria-hidden />
                Edit
              </Button>
            )}
            {mayDelete(record) && (
              <Button variant="quiet" onClick={() => onDiscard(record)}>
                <Trash2 aria-hidden />
                Delete
              </Button>
            )}
          </div>
        )}
      </div>
    </article>
  );
}
