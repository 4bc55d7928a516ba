import { fileSize } from '../../../format/fileSize.ts';
import { mayDelete, sendStateText } from '../../../outbox/kinds/sendState.ts';
import type { Echo } from '../../../outbox/queries/echoes.ts';
import type { OutboxRecord } from '../../../outbox/records/record.ts';
import { discardMessage, retryMessage } from '../../../outbox/sends/sendMessages.ts';
import { getOwner } from '../../../session/session.ts';
import { Progress } from '../../../ui/feedback/Progress.tsx';
import { LinkedText } from '../../../ui/text/LinkedText.tsx';
import { MessageTime } from '../../../ui/text/MessageTime.tsx';
import { useTicking } from '../../../ui/useTicking.ts';
import { WaitingActions } from '../../../ui/WaitingActions.tsx';
import { useUpload } from '../useOutbox.ts';
import styles from './Bubble.module.css';

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
  const { clientId, payload, files } = record;
  const upload = useUpload(clientId);
  const stateText = useTicking((now) => sendStateText(record, records, now));

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
        <WaitingActions
          record={record}
          mayDelete={mayDelete(record)}
          className={styles.actions}
          retry={() => retryMessage(getOwner(), clientId)}
          onEdit={async () => onEdit(record)}
          discard={() => discardMessage(record)}
        />
      </div>
    </article>
  );
}
