import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/**
 * Kills the server between its commits and its pushes, 200 times: `KILLS=1000 SEED=7 npm run test:push-kills`. The seed
 * is random and printed.
 */
const { KILLS = '200', SEED = String(Math.floor(Math.random() * 2 ** 31)) } = process.env;
process.stdout.write(`KILLS=${KILLS} SEED=${SEED}\n`);
const vitest = join('node_modules', 'vitest', 'vitest.mjs');
const { status } = spawnSync(
  process.execPath,
  [vitest, 'run', 'tests/server/push/kills.test.ts', '--disableConsoleIntercept'],
  { stdio: 'inherit', env: { ...process.env, TESTS: 'all', KILLS, SEED } },
);
process.exitCode = status ?? 1;
