import type { Message } from '../../contract/message.ts';
import { onRefused } from '../../outbox/delivered.ts';
import { markMessage } from '../../outbox/sendMessages.ts';
import { getOwner } from '../../session/session.ts';
import { toast } from '../../ui/toast.ts';

const longestQuoted = 60;

function quoted(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const characters = [...line];
  return characters.length <= longestQuoted ? line : `${characters.slice(0, longestQuoted).join('')}…`;
}

/** The offer to undo the last mark of each message; there is nothing to undo once it was refused. */
const offers = new Map<string, () => void>();

onRefused((record) => {
  if (record.kind === 'toggle') withdraw(record.payload.communicationId);
});

function withdraw(communicationId: string): void {
  offers.get(communicationId)?.();
  offers.delete(communicationId);
}

/** Marks a message where it stands in a list. Once addressed it may leave the list, so a notice offers the way back. */
export function markWithUndo(
  message: Pick<Message, 'communicationId' | 'jobId' | 'content' | 'status'>,
  status: Message['status'],
): void {
  const { communicationId, jobId, content } = message;
  withdraw(communicationId);
  if (status === 'ADDRESSED') {
    const run = () => markWithUndo({ ...message, status }, 'NEW');
    const text = `Marked as addressed: ${quoted(content)}`;
    offers.set(communicationId, toast(text, { action: { label: 'Undo', run }, lasts: false }));
  }
  markMessage(getOwner(), { communicationId, jobId, status }).catch((error: Error) => {
    withdraw(communicationId);
    toast(`The message could not be marked. ${error.message}`, { tone: 'bad' });
  });
}
