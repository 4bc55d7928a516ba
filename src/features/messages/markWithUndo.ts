import type { Message } from '../../contract/message.ts';
import { markMessage } from '../../outbox/send.ts';
import { toast } from '../../ui/toast.ts';

const longestQuoted = 60;

function quoted(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const characters = [...line];
  return characters.length <= longestQuoted ? line : `${characters.slice(0, longestQuoted).join('')}…`;
}

/** Marks a message where it stands in a list. Once addressed it may leave the list, so a notice offers the way back. */
export function markWithUndo(
  message: Pick<Message, 'communicationId' | 'jobId' | 'content' | 'status'>,
  email: string,
  status: Message['status'],
): void {
  const { communicationId, jobId, content } = message;
  const takeBack = () => markWithUndo({ ...message, status }, email, 'NEW');
  const dismiss =
    status === 'ADDRESSED'
      ? toast(`Marked as addressed: ${quoted(content)}`, {
          action: { label: 'Undo', run: takeBack },
          lasts: false,
        })
      : undefined;
  markMessage({ communicationId, jobId, email, status }, message.status).catch((error: Error) => {
    dismiss?.();
    toast(`The message could not be marked. ${error.message}`, { tone: 'bad' });
  });
}
