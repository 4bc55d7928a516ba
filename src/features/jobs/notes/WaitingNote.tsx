import { Pencil, RotateCw, Trash2 } from 'lucide-react';
import type { OutboxRecord } from '../../../outbox/records/record.ts';
import { discardNote, retryNote } from '../../../outbox/sendNotes.ts';
import { mayDelete, sendStateText } from '../../../outbox/sendState.ts';
import { Button } from '../../../ui/Button.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { toastError } from '../../../ui/feedback/toastError.ts';
import { LinkedText } from '../../../ui/LinkedText.tsx';
import { LongText } from '../../../ui/LongText.tsx';
import { MessageTime } from '../../../ui/MessageTime.tsx';
import { useTicking } from '../../../ui/useTicking.ts';
import styles from './NotesTab.module.css';
import type { NoteEcho } from './useNotes.ts';

type Props = {
  echo: NoteEcho;
  /** All queued records: those before a note decide what it waits for. */
  records: readonly OutboxRecord[];
  onEdit: (record: NoteEcho['record']) => Promise<void>;
};

/** A note of the user that is not among the notes yet: its state, and what can be done about it. */
export function WaitingNote({ echo, records, onEdit }: Props) {
  const { record, mark } = echo;
  const { payload, state, maybeSent } = record;
  const stateText = useTicking((now) => sendStateText(record, records, now));
  const isStopped = state === 'failed' || state === 'blocked-auth';
  const mayChange = state === 'failed' || (!maybeSent && (isStopped || state === 'queued'));
  return (
    <li className={styles.note} data-state={mark}>
      <LongText text={payload.content} of="your note">
        <LinkedText text={payload.content} />
      </LongText>
      <p className={mark === 'not-sent' ? styles.failure : 'small soft'}>
        {stateText}
        {mark !== 'not-sent' && (
          <>
            {' · '}
            <MessageTime sent={null} written={record.written.at / 1000} />
          </>
        )}
      </p>
      {(mayChange || mayDelete(record)) && (
        <div className={styles.actions}>
          {isStopped && (
            <Button variant="quiet" onClick={() => retryNote(record).catch(toastError)}>
              <RotateCw aria-hidden />
              Try again
            </Button>
          )}
          {mayChange && (
            <Button variant="quiet" onClick={() => onEdit(record).catch(toastError)}>
              <Pencil aria-hidden />
              Edit
            </Button>
          )}
          {mayDelete(record) && (
            <Button variant="quiet" onClick={() => discard(record).catch(toastError)}>
              <Trash2 aria-hidden />
              Delete
            </Button>
          )}
        </div>
      )}
    </li>
  );
}

const maxQuotedLength = 60;

/** Deletes a note from the outbox; a notice offers to undo it. */
async function discard(record: NoteEcho['record']): Promise<void> {
  const restore = await discardNote(record);
  const late = record.maybeSent ? ' It might have been sent already.' : '';
  toast(`Deleted “${record.payload.content.slice(0, maxQuotedLength)}”.${late}`, {
    action: { label: 'Undo', run: () => void restore().catch(toastError) },
    lasts: false,
  });
}
