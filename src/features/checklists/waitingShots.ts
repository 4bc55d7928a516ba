import type { Shot } from '../../contract/jobs/checklist.ts';
import { withShot } from '../../contract/jobs/checklistOrder.ts';
import type { OutboxRecord } from '../../outbox/records/record.ts';

type ShotRecord = Extract<OutboxRecord, { kind: 'shot' }>;

/** A shot as it will be once what waits has arrived; `record` is its last change that has not. */
export type ShownShot = Shot & { record?: ShotRecord };

/** Applies the queued changes to the checklists, in the order of sending. */
export function withWaitingShots(shots: readonly Shot[], records: readonly OutboxRecord[]): ShownShot[] {
  let shown: ShownShot[] = [...shots];
  for (const record of records) {
    if (record.kind !== 'shot' || record.state === 'acked') continue;
    const { shotId, service, name, hint, after, removed, noExample } = record.payload;
    const known = shown.find((shot) => shot.shotId === shotId);
    const isReplaced = noExample === true || record.files.length > 0;
    const example = isReplaced ? null : (known?.example ?? null);
    const saved = { shotId, service: known?.service ?? service, name, hint, example, record };
    shown = withShot(shown, {
      ...saved,
      ...(after !== undefined && { after }),
      ...(removed !== undefined && { removed }),
    });
  }
  return shown;
}
