import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/**
 * Runs two servers on one PostgreSQL and one bucket, and kills one of them 20 times: `KILLS=100 SEED=7 npm run test:two-servers`.
 * The seed is random and printed.
 */
const { KILLS = '20', SEED = String(Math.floor(Math.random() * 2 ** 31)) } = process.env;
process.stdout.write(`KILLS=${KILLS} SEED=${SEED}\n`);
const vitest = join('node_modules', 'vitest', 'vitest.mjs');
const { status } = spawnSync(
  process.execPath,
  [vitest, 'run', 'tests/server/data/two-servers.test.ts', '--disableConsoleIntercept'],
  { stdio: 'inherit', env: { ...process.env, TESTS: 'all', KILLS, SEED } },
);
process.exitCode = status ?? 1;
