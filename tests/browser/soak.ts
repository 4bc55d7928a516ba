import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/**
 * The browser's long runs: a hundred schedules behind a bad line (`LINE_SCHEDULES`, `LINE_SEED`, `LINE_DEVICES`), and 500
 * messages in one queue (`QUEUED`, `QUEUED_JOBS`).
 */
const program = join('node_modules', '@playwright', 'test', 'cli.js');
const asked = ['outbox/faults.spec.ts', 'outbox/drain.spec.ts'];
const { status } = spawnSync(
  process.execPath,
  [program, 'test', '--config=tests/browser', '--project=desk', '--reporter=list', ...asked],
  {
    stdio: 'inherit',
    env: {
      TESTS: 'all',
      LINE_SCHEDULES: '100',
      QUEUED: '500',
      QUEUED_JOBS: '20',
      ROUND_TRIP: '300',
      ...process.env,
    },
  },
);
process.exitCode = status ?? 1;
