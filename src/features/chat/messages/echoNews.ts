import type { Message } from '../../../contract/messages/message.ts';
import { counted } from '../../../format/counted.ts';
import { sendStateText, sendStateTexts } from '../../../outbox/kinds/sendState.ts';
import type { Echo } from '../../../outbox/queries/echoes.ts';

const maxAnnouncedLength = 60;

/**
 * Returns a sentence for each message that was sent or refused since `before` was shown. A window may have seen none of the states between
 * *Waiting* and the message in the conversation.
 */
export function echoNews(
  before: readonly Echo[],
  echoes: readonly Echo[],
  conversation: readonly Pick<Message, 'idempotencyKey'>[],
): string[] {
  const last = new Map(before.map(({ record, mark }) => [record.seq, mark]));
  const now = new Map(echoes.map(({ record, mark }) => [record.seq, mark]));
  const sent = before.filter(({ record: { seq, clientId }, mark }) => {
    if (mark === 'sent') return false;
    // A message that is gone without being in the conversation was deleted.
    return now.get(seq) === 'sent' || conversation.some(({ idempotencyKey }) => idempotencyKey === clientId);
  });
  const refused = echoes.filter(
    ({ record: { seq }, mark }) => mark === 'not-sent' && last.has(seq) && last.get(seq) !== mark,
  );
  const quoted = (content: string) => content.slice(0, maxAnnouncedLength);
  return [
    ...sent.flatMap(({ record: { payload, leads = [] } }) => [
      `${sendStateTexts.sent}: ${quoted(payload.content)}`,
      ...(leads.length > 0 ? [`${counted(leads.length, 'message')} marked as addressed`] : []),
    ]),
    ...refused.map(({ record }) => `${sendStateText(record, [record])} ${quoted(record.payload.content)}`),
  ];
}
