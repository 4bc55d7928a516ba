import type { Echo } from '../../outbox/records/echoes.ts';
import type { OutboxRecord } from '../../outbox/records/record.ts';
import { discardMessage } from '../../outbox/sendMessages.ts';
import { getOwner } from '../../session/session.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { EditBubble } from './EditBubble.tsx';
import type { useEditing } from './useEditing.ts';
import { WaitingBubble } from './WaitingBubble.tsx';

const longestQuoted = 60;

function complain(error: Error): void {
  toast(error.message, { tone: 'bad' });
}

/** Takes a message out of the line; for a while a notice offers to put it back where it was. */
async function discard(record: Echo['record']): Promise<void> {
  try {
    const putBack = await discardMessage(getOwner(), record);
    const late = record.maybeSent ? ' It may have arrived before.' : '';
    const run = () => void putBack().catch(complain);
    toast(`Deleted: ${record.payload.content.slice(0, longestQuoted)}.${late}`, {
      action: { label: 'Undo', run },
      lasts: false,
    });
  } catch (error) {
    complain(error as Error);
  }
}

type Props = {
  echoes: readonly Echo[];
  records: readonly OutboxRecord[];
  editing: ReturnType<typeof useEditing>;
};

/** The reader's messages that are not in the conversation yet, in the order they will be sent in. */
export function WaitingMessages({ echoes, records, editing }: Props) {
  return echoes.map((echo) =>
    editing.editing?.record.seq === echo.record.seq ? (
      <EditBubble
        key={echo.record.seq}
        editing={editing.editing}
        photos={editing.photos}
        onChange={editing.change}
        onAddFiles={editing.addFiles}
        onSave={editing.save}
        onCancel={editing.cancel}
      />
    ) : (
      <WaitingBubble
        key={echo.record.seq}
        echo={echo}
        records={records}
        onEdit={editing.begin}
        onDiscard={discard}
      />
    ),
  );
}
