import type { Echo } from '../../outbox/echoes.ts';
import type { OutboxRecord } from '../../outbox/record.ts';
import { discardMessage } from '../../outbox/sendMessages.ts';
import { getOwner } from '../../session/session.ts';
import { toast } from '../../ui/toast.ts';
import { EditBubble } from './EditBubble.tsx';
import type { useEditing } from './useEditing.ts';
import { WaitingBubble } from './WaitingBubble.tsx';

type Props = {
  echoes: readonly Echo[];
  records: readonly OutboxRecord[];
  editing: ReturnType<typeof useEditing>;
};

/** The reader's messages that are not in the conversation yet, in the order they will be sent in. */
export function WaitingMessages({ echoes, records, editing }: Props) {
  const discard = (record: Echo['record']) =>
    void discardMessage(getOwner(), record).catch((error: Error) => toast(error.message, { tone: 'bad' }));
  return echoes.map((echo) =>
    editing.editing?.record.seq === echo.record.seq ? (
      <EditBubble
        key={echo.record.seq}
        editing={editing.editing}
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
