import type { SavedReply } from '../contract/savedReplies.ts';
import type { OutboxRecord, RecordOf } from '../outbox/records/record.ts';
import { type Waiting, withWaitingRows } from '../outbox/waitingRows.ts';

export type ReplyRecord = RecordOf<'savedReply'>;

/** A saved reply as it will be once what waits has arrived; `record` is its change that has not. */
export type ShownReply = Waiting<SavedReply, 'savedReply'>;

/** Applies the queued changes to the saved replies, which are in the order of their names. */
export function withWaitingReplies(
  replies: readonly SavedReply[],
  records: readonly OutboxRecord[],
): ShownReply[] {
  return withWaitingRows('savedReply', replies, records, {
    id: ({ replyId }) => replyId,
    saved({ replyId, isFirms, name, content, drops = [], removed }, known) {
      const files = (known?.files ?? []).filter(({ key }) => !drops.includes(key));
      return removed ? null : { replyId, isFirms: known?.isFirms ?? isFirms, name, content, files };
    },
  });
}
