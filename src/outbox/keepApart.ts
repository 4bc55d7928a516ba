import type { WriteTx } from './database.ts';
import type { OutboxRecord } from './record.ts';
import { amend } from './rows.ts';

/**
 * What still waits is none of the messages that arrived before it, were its words the same: as long as these lie in the outbox, their
 * ids are known from there, and from then on what waits knows them itself.
 *
 * @param gone records that leave the outbox
 * @param records those that lay in it with them
 */
export async function keepApart(
  tx: WriteTx,
  gone: readonly OutboxRecord[],
  records: readonly OutboxRecord[],
): Promise<void> {
  for (const record of records) {
    if (record.kind !== 'message' || record.state === 'acked' || record.baseline === null) continue;
    const known = new Set(record.baseline);
    const ids = gone.flatMap(({ jobId, ack }) => (jobId === record.jobId && ack?.serverId) || []);
    const others = ids.filter((id) => !known.has(id));
    if (others.length > 0) await amend(tx, record, { baseline: [...record.baseline, ...others] });
  }
}
