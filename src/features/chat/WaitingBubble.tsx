import { Pencil, RotateCw, Trash2 } from 'lucide-react';
import { fileSize } from '../../format/fileSize.ts';
import { discardMessage, retryMessage } from '../../outbox/send.ts';
import type { WaitingMessage } from '../../outbox/waiting.ts';
import { Button } from '../../ui/Button.tsx';
import { LinkedText } from '../../ui/LinkedText.tsx';
import { Progress } from '../../ui/Progress.tsx';
import styles from './Bubble.module.css';

type Props = {
  waiting: WaitingMessage;
  /** An earlier message of this job was not sent: this one goes after it. */
  behindFailed: boolean;
  onEdit: (waiting: WaitingMessage) => void;
};

function failureWords({ error }: WaitingMessage): string {
  const reason = error?.message ?? '';
  return error && !error.definite && error.status !== 0
    ? `It is not certain that this arrived. ${reason}`
    : `Not sent. ${reason}`;
}

/** A message of the reader's on its way, or one that did not get there, with what can be done about it. */
export function WaitingBubble({ waiting, behindFailed, onEdit }: Props) {
  const { id, message, files, state, progress } = waiting;
  return (
    <article className={styles.row} data-own="" data-state={state}>
      <div className={styles.bubble}>
        <LinkedText text={message.content} />
        {files.length > 0 && (
          <ul className={styles.pending}>
            {waiting.intent.files.map((file, at) => (
              <li key={file.name}>
                {files[at]?.name} <span className="soft">{fileSize(file.size)}</span>
              </li>
            ))}
          </ul>
        )}
        {state === 'sending' && progress && progress.total > 0 && (
          <Progress
            label="Sending"
            value={progress.transferred}
            max={progress.total}
            detail={`${fileSize(progress.transferred)} of ${fileSize(progress.total)}`}
          />
        )}
        {state === 'sending' && !progress && <p className={styles.caption}>Sending…</p>}
        {state === 'waiting' && (
          <p className={styles.caption}>
            {behindFailed ? 'Waiting for the message above.' : 'Waiting to be sent.'}
          </p>
        )}
        {state === 'failed' && <p className={styles.failure}>{failureWords(waiting)}</p>}
        {state !== 'sending' && (
          <div className={styles.actions}>
            {state === 'failed' && (
              <Button variant="quiet" onClick={() => retryMessage(id)}>
                <RotateCw aria-hidden />
                Retry
              </Button>
            )}
            <Button variant="quiet" onClick={() => onEdit(waiting)}>
              <Pencil aria-hidden />
              Edit
            </Button>
            <Button variant="quiet" onClick={() => discardMessage(id)}>
              <Trash2 aria-hidden />
              Delete
            </Button>
          </div>
        )}
      </div>
    </article>
  );
}
