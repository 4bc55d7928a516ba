import { mayDelete, sendStateText } from '../../../outbox/kinds/sendState.ts';
import type { OutboxRecord } from '../../../outbox/records/record.ts';
import { discardMessage, retryMessage } from '../../../outbox/sends/sendMessages.ts';
import { LinkedText } from '../../../ui/text/LinkedText.tsx';
import { LongText } from '../../../ui/text/LongText.tsx';
import { MessageTime } from '../../../ui/text/MessageTime.tsx';
import { useTicking } from '../../../ui/useTicking.ts';
import { WaitingActions } from '../../../ui/WaitingActions.tsx';
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
  const { payload } = record;
  const stateText = useTicking((now) => sendStateText(record, records, now));
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
      <WaitingActions
        record={record}
        mayDelete={mayDelete(record)}
        className={styles.actions}
        retry={() => retryMessage({ uid: record.ownerUid, email: record.ownerEmail }, record.clientId)}
        onEdit={() => onEdit(record)}
        discard={() => discardMessage(record)}
      />
    </li>
  );
}
