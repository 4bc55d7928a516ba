import type { SavedReply } from '../contract/savedReplies.ts';
import type { OutboxRecord, RecordOf } from '../outbox/records/record.ts';

export type ReplyRecord = RecordOf<'savedReply'>;

/** A saved reply as it will be once what waits has arrived; `record` is its change that has not. */
export type ShownReply = SavedReply & { record?: ReplyRecord };

/** Applies the queued changes to the saved replies, which are in the order of their names. */
export function withWaitingReplies(
  replies: readonly SavedReply[],
  records: readonly OutboxRecord[],
): ShownReply[] {
  const shown = new Map<string, ShownReply>(replies.map((reply) => [reply.replyId, reply]));
  for (const record of records) {
    if (record.kind !== 'savedReply' || record.state === 'acked') continue;
    const { replyId, isFirms, name, content, drops = [], removed } = record.payload;
    const known = shown.get(replyId);
    const files = (known?.files ?? []).filter(({ key }) => !drops.includes(key));
    if (removed) shown.delete(replyId);
    else shown.set(replyId, { replyId, isFirms: known?.isFirms ?? isFirms, name, content, files, record });
  }
  return [...shown.values()].sort((a, b) => a.name.localeCompare(b.name, 'en-US', { sensitivity: 'base' }));
}
