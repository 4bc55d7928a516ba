import type { CheckedRequestOf, ResponseOf } from '../../../src/contract/calls.ts';
import type { ApprovedCaller } from '../../access/access.ts';
import { type Choice, isLater, type StoredChoice, withChoice } from '../choice.ts';
import type { Queryable } from '../db/db.ts';
import { addEvent } from '../events.ts';
import { lockForMarks } from './marks.ts';
import { firstRow } from './messageRow.ts';

/**
 * Puts a conversation off for the caller alone, unless a later choice has decided about it. `now` in seconds.
 *
 * @throws Refusal `not-found` for a job that the caller may not see
 */
export async function snoozeConversation(
  db: Queryable,
  caller: ApprovedCaller,
  { jobId, until, seen }: CheckedRequestOf<'snooze'>,
  choice: Choice,
  now: number,
): Promise<ResponseOf<'snooze'>> {
  const { email } = caller;
  await lockForMarks(db, caller, jobId);
  await db.query(
    `insert into snoozes (email, job_id, until, seen, chosen) values ($1, $2, 0, 0, 'null')
      on conflict (email, job_id) do nothing`,
    [email, jobId],
  );
  const stored = await firstRow(
    db.query<{ until: number; seen: number; chosen: StoredChoice | null }>(
      'select until, seen, chosen from snoozes where email = $1 and job_id = $2 for update',
      [email, jobId],
    ),
  );
  const counts = isLater(choice, stored.chosen);
  const next = counts ? { until, seen } : stored;
  await db.query(
    'update snoozes set until = $3, seen = $4, chosen = $5::jsonb where email = $1 and job_id = $2',
    [email, jobId, next.until, next.seen, JSON.stringify(withChoice(choice, stored.chosen, counts))],
  );
  // For the caller's other devices.
  if (counts)
    await addEvent(db, { kind: 'snooze', jobId, actor: email, created: now, forUser: email, detail: {} });
  return { jobId, until: next.until };
}
