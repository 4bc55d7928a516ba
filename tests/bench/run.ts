import { spawnSync } from 'node:child_process';

/** Runs benchmarks: `npm run bench` those of the product one after the other, `npm run bench -- start growth` those that are named. */
const programs = {
  start: 'start/run.ts',
  server: 'server/run.ts',
  outbox: 'outbox/run.ts',
  growth: 'growth/run.ts',
  chat: 'chat.ts',
  visit: 'visit/run.ts',
  update: 'updates/run.ts',
  plans: 'planSets.ts',
  compare: 'compareSets.ts',
  scale: 'scale.ts',
  figures: 'jobFigures.ts',
  'qr-photos': 'qrPhotos.ts',
  seal: 'seals.ts',
  year: 'year.ts',
  load: 'load.ts',
  baselines: '../outbox/baselines/run.ts',
};
const usual = ['start', 'server', 'outbox', 'growth', 'plans'];

const asked = process.argv.slice(2);
for (const name of asked.length > 0 ? asked : usual) {
  if (!(name in programs))
    throw new Error(`There is no benchmark "${name}"; there are ${Object.keys(programs).join(', ')}.`);
  const file = `tests/bench/${programs[name as keyof typeof programs]}`;
  const { status } = spawnSync(process.execPath, [file], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
