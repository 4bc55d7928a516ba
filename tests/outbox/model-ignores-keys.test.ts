import { test } from 'vitest';
import { playSchedules, scheduleTimeoutMs } from './model/playSchedules.ts';

test('no schedule breaks a rule while the backend ignores keys and commits within the settle time', {
  timeout: scheduleTimeoutMs,
}, async () => {
  await playSchedules('N', 0.45);
});

test('a backend that ignores keys and commits whenever it likes doubles only what it commits after the settle time', {
  timeout: scheduleTimeoutMs,
}, async () => {
  await playSchedules('L', 0.1);
});
