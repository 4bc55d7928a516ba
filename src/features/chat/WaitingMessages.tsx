import { Pencil, RotateCw, Trash2 } from 'lucide-react';
import { fileSize } from '../../format/fileSize.ts';
import type { Echo } from '../../outbox/records/echoes.ts';
import type { OutboxRecord } from '../../outbox/records/record.ts';
import { discardMessage, retryMessage } from '../../outbox/sendMessages.ts';
import { mayDelete, sendStateText } from '../../outbox/sendState.ts';
import { getOwner } from '../../session/session.ts';
import { Button } from '../../ui/Button.tsx';
import { Progress } from '../../ui/feedback/Progress.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { LinkedText } from '../../ui/LinkedText.tsx';
import { MessageTime } from '../../ui/MessageTime.tsx';
import { useTicking } from '../../ui/useTicking.ts';
import styles from './Bubble.module.css';
import { useUpload } from './useOutbox.ts';

type Props = {
  echoes: readonly Echo[];
  /** All queued records: those before a message decide what it waits for. */
  records: readonly OutboxRecord[];
  /** Takes a message back into the composer. */
  onEdit: (record: Echo['record']) => void;
};

/** The reader's messages that are not in the conversation yet, in the order of sending. */
export function WaitingMessages({ echoes, records, onEdit }: Props) {
  return echoes.map((echo) => (
    <WaitingBubble key={echo.record.seq} echo={echo} records={records} onEdit={onEdit} />
  ));
}

type BubbleProps = Pick<Props, 'records' | 'onEdit'> & { echo: Echo };

/** A queued message: its state, and what can be done about it. */
function WaitingBubble({ echo, records, onEdit }: BubbleProps) {
  const { record, mark } = echo;
  const { clientId, payload, files, state, maybeSent } = record;
  const upload = useUpload(clientId);
  const stateText = useTicking((now) => sendStateText(record, records, now));
  const isStopped = state === 'failed' || state === 'blocked-auth';
  const mayChange = state === 'failed' || (!maybeSent && (isStopped || state === 'queued'));

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
            label={stateText}
            value={upload.transferred}
            max={upload.total}
            detail={`${fileSize(upload.transferred)} of ${fileSize(upload.total)}`}
          />
        ) : (
          <p className={mark === 'not-sent' ? styles.failure : styles.caption}>
            {stateText}
            {mark !== 'not-sent' && (
              <>
                {' · '}
                <MessageTime sent={null} written={record.written.at / 1000} />
              </>
            )}
          </p>
        )}
        {(mayChange || mayDelete(record)) && (
          <div className={styles.actions}>
            {isStopped && (
              <Button variant="quiet" onClick={() => retryMessage(getOwner(), clientId).catch(showFailure)}>
                <RotateCw aria-hidden />
                Try again
              </Button>
            )}
            {mayChange && (
              <Button variant="quiet" onClick={() => onEdit(record)}>
                <Pencil aria-hidden />
                Edit
              </Button>
            )}
            {mayDelete(record) && (
              <Button variant="quiet" onClick={() => discard(record).catch(showFailure)}>
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

const maxQuotedLength = 60;

/** Deletes a message from the outbox; a notice offers to undo it. */
async function discard(record: Echo['record']): Promise<void> {
  const restore = await discardMessage(record);
  const late = record.maybeSent ? ' It might have been sent already.' : '';
  toast(`Deleted “${record.payload.content.slice(0, maxQuotedLength)}”.${late}`, {
    action: { label: 'Undo', run: () => void restore().catch(showFailure) },
    lasts: false,
  });
}

function showFailure(error: Error): void {
  toast(error.message, { tone: 'bad' });
}
