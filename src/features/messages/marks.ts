import { keys, queryClient } from '../../api/queries.ts';
import { isOwnSide, mayMark, type Reader } from '../../contract/messages/marking.ts';
import type { Message } from '../../contract/messages/message.ts';
import { onRefused } from '../../outbox/queries/applyResponses.ts';
import { setMessageStatus } from '../../outbox/sends/sendMessages.ts';
import { getOwner } from '../../session/session.ts';
import { toast } from '../../ui/feedback/toast.ts';
import type { JobGroup } from './byJob.ts';

const maxQuotedCharacters = 60;

function quoted(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const characters = [...line];
  return characters.length <= maxQuotedCharacters
    ? line
    : `${characters.slice(0, maxQuotedCharacters).join('')}…`;
}

/** Withdraws, for each message, the toast that offers to undo its new status: once that is refused, there is nothing to undo. */
const withdrawals = new Map<string, () => void>();

onRefused((record) => {
  if (record.kind === 'mark') withdraw(record.payload.communicationId);
});

function withdraw(communicationId: string): void {
  withdrawals.get(communicationId)?.();
  withdrawals.delete(communicationId);
}

function setStatuses(messages: readonly Message[], status: Message['status']): void {
  for (const { communicationId, jobId } of messages) {
    withdraw(communicationId);
    setMessageStatus(getOwner(), { communicationId, jobId, status }).catch((error: Error) => {
      withdraw(communicationId);
      toast(`Couldn’t change the message status. ${error.message}`, { tone: 'bad' });
    });
  }
}

/** Returns the messages of a conversation that a row stands for and that its reader may mark, also those that only its chat has loaded. */
function markable({ jobId, first, messages }: JobGroup, reader: Reader): Message[] {
  const loaded = queryClient.getQueryData<readonly Message[]>(keys.conversation(jobId)) ?? [];
  const ofRow = new Set(messages.map(({ communicationId }) => communicationId));
  const more = loaded.filter(
    (one) =>
      !ofRow.has(one.communicationId) &&
      one.sequence > first.sequence &&
      isOwnSide(one, reader) === isOwnSide(first, reader),
  );
  return [...messages, ...more].filter((one) => one.status === 'NEW' && mayMark(one, reader));
}

/** Whether the reader can mark what a row stands for. */
export function canMark(group: JobGroup, reader: Reader): boolean {
  return group.messages.some((one) => one.status === 'NEW' && mayMark(one, reader));
}

/** Marks a conversation as addressed. It leaves its list, so a toast offers to undo it. */
export function markConversation(group: JobGroup, reader: Reader): void {
  const messages = markable(group, reader);
  const [one] = messages;
  if (!one) return;
  setStatuses(messages, 'ADDRESSED');
  const text =
    messages.length === 1
      ? `Marked as addressed: ${quoted(one.content)}`
      : `Marked ${messages.length} messages as addressed`;
  const run = () => setStatuses(messages, 'NEW');
  const end = toast(text, { action: { label: 'Undo', run }, lasts: false });
  for (const { communicationId } of messages) withdrawals.set(communicationId, end);
}
