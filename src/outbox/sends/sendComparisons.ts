import type { Comparison } from '../../contract/files/comparison.ts';
import { storable } from '../../contract/files/savedComparison.ts';
import { pageOutbox } from '../pageOutbox.ts';
import type { Owner } from '../records/enqueue.ts';
import { isUnavailable } from '../records/OutboxError.ts';
import type { waitingRecords } from '../records/waiting.ts';
import { sendDirectly } from './sendDirectly.ts';

/** Stores with its job what differs between two PDFs. One that is too large for that stays on this screen. @throws as `saveShot` */
export async function sendComparison(sender: Owner | null, jobId: string, found: Comparison): Promise<void> {
  const comparison = storable(found);
  if (!sender || !comparison) return;
  const draft = { kind: 'comparison', jobId, payload: { jobId, comparison } } as const;
  try {
    await pageOutbox().send(sender, draft);
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    await sendDirectly(sender, () => draft);
  }
}

/** Returns the comparisons of a job that wait to be sent. */
export function waitingComparisons(records: ReturnType<typeof waitingRecords>, jobId: string): Comparison[] {
  return records.flatMap((record) =>
    record.kind === 'comparison' && record.jobId === jobId
      ? [record.payload.comparison as unknown as Comparison]
      : [],
  );
}
