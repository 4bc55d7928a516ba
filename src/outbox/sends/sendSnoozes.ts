import { pageOutbox, refreshRecords } from '../pageOutbox.ts';
import type { Owner } from '../records/enqueue.ts';
import { isUnavailable, OutboxError } from '../records/OutboxError.ts';
import type { DraftOf } from '../records/record.ts';
import type { waitingRecords } from '../records/waiting.ts';
import { sendDirectly } from './sendDirectly.ts';

type Snooze = DraftOf<'snooze'>['payload'];

/** Puts a conversation off until a time, or no more. @throws as `setMessageStatus` */
export async function sendSnooze(sender: Owner | null, payload: Snooze): Promise<void> {
  if (!sender) throw new OutboxError('signed-out');
  const draft: DraftOf<'snooze'> = { kind: 'snooze', jobId: payload.jobId, payload };
  try {
    await pageOutbox().send(sender, draft);
    await refreshRecords();
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    await sendDirectly(sender, () => draft);
  }
}

/** Returns the choices that wait to be sent and were not refused, by job. */
export function waitingSnoozes(records: ReturnType<typeof waitingRecords>): ReadonlyMap<string, Snooze> {
  return new Map(
    records.flatMap(({ kind, jobId, state, payload }) =>
      kind === 'snooze' && state !== 'failed' ? [[jobId, payload] as const] : [],
    ),
  );
}
