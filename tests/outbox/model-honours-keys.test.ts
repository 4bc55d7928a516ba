import { expect, test } from 'vitest';
import { wireFaults } from './model/backend.ts';
import { playSchedules, scheduleTimeoutMs } from './model/playSchedules.ts';
import { events } from './model/schedule.ts';

test('no schedule breaks a rule while the backend honours keys', { timeout: scheduleTimeoutMs }, async () => {
  const hits = await playSchedules('I', 0.45);
  if (process.env.OUTBOX_PATH !== undefined || Number(process.env.OUTBOX_SCHEDULES ?? 0) < 1000) return;
  // A harness that never meets a fault says nothing about it.
  for (const fault of [...wireFaults, ...events]) expect(hits.get(fault) ?? 0, fault).toBeGreaterThan(10);
});
