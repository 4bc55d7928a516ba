import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/**
 * The schedules of a night: `SCHEDULES=1000000 npm run test:soak`. The seed is random and printed; a failure names the seed and
 * the schedule, and `SEED=… SCHEDULE=… npm run test:soak -- model-1` plays that one again and shrinks it.
 */
const { SCHEDULES = '100000', SEED = String(Math.floor(Math.random() * 2 ** 31)) } = process.env;
const [file = 'model-'] = process.argv.slice(2);
process.stdout.write(`SCHEDULES=${SCHEDULES} SEED=${SEED}\n`);
const vitest = join('node_modules', 'vitest', 'vitest.mjs');
const { status } = spawnSync(process.execPath, [vitest, 'run', `tests/outbox/${file}`], {
  stdio: 'inherit',
  env: { ...process.env, SCHEDULES, SEED },
});
process.exitCode = status ?? 1;
