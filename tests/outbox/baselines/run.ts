import { writeSync } from 'node:fs';
import { registerHooks } from 'node:module';
import fc from 'fast-check';
import { scheduleOf } from '../model/schedule.ts';
import { pausedMutations } from './pausedMutations.ts';
import { type Harm, playBaseline } from './playBaseline.ts';

/** The table of `src/outbox/README.md`: `SCHEDULES=1000 SEED=1 npm run bench -- baselines`. */
const total = Number(process.env.SCHEDULES ?? 1000);
const seed = Number(process.env.SEED ?? 1);

// Workbox is published for bundlers: its imports have no file extensions, and it logs unless in production.
process.env.NODE_ENV = 'production';
registerHooks({
  resolve(specifier, context, next) {
    const isBare = context.parentURL?.includes('/workbox-') && /^\.{1,2}\/.*[^s]$/.test(specifier);
    return next(isBare ? `${specifier}.js` : specifier, context);
  },
});
// Pending promises of a page that died reject with no handler.
process.on('unhandledRejection', () => undefined);
const { workboxQueue } = await import('./workbox.ts');

const queues = {
  'our outbox': null,
  'workbox-background-sync': workboxQueue,
  'TanStack Query, paused mutations': pausedMutations,
};

const rows: string[] = [];
for (const [name, library] of Object.entries(queues)) {
  const sum: Harm = { taken: 0, lost: 0, doubled: 0, outOfOrder: 0, wrongSender: 0 };
  for (const schedule of fc.sample(scheduleOf(), { numRuns: total, seed })) {
    const harm = await playBaseline(schedule, library?.());
    for (const key of Object.keys(sum) as (keyof Harm)[]) sum[key] += harm[key];
  }
  const per1000 = (count: number) => Math.round((count / total) * 1000).toLocaleString('en');
  const cells = [sum.taken, sum.lost, sum.doubled, sum.outOfOrder, sum.wrongSender].map(per1000);
  rows.push(`| ${name} | ${cells.join(' | ')} |`);
  writeSync(2, `${rows.at(-1)}\n`);
}
const head =
  '| queue | taken | lost | doubled | out of order | under another name |\n|---|---|---|---|---|---|';
process.stdout.write(
  `SEED=${seed}, ${total} schedules a line, counts per 1,000 schedules\n\n${head}\n${rows.join('\n')}\n`,
);
