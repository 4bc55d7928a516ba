import { registerHooks } from 'node:module';
import fc from 'fast-check';
import { plantedBugs } from './plantedBugs.ts';

/**
 * Plays schedules against the outbox with one mistake in it: `node runPlanted.ts <bug> <seed> <most>`. Prints after how many
 * a rule was broken, and which.
 */
const [name = '', seed = '1', most = '10000'] = process.argv.slice(2);
const bug = plantedBugs[name];
if (!bug) throw new Error(`There is no planted bug "${name}"`);

const planted = new Set<string>();
registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    const file = /\/src\/outbox\/(\w+\.ts)$/.exec(url)?.[1];
    const changes = bug.changes.filter(([changed]) => changed === file);
    if (changes.length === 0) return loaded;
    let source = String(loaded.source);
    for (const [, text, instead] of changes) {
      if (source.split(text).length !== 2) throw new Error(`"${text}" does not stand once in ${file}`);
      source = source.replace(text, () => instead);
      planted.add(text);
    }
    return { ...loaded, source };
  },
});

const { Run } = await import('./Run.ts');
const { scheduleOf } = await import('./schedule.ts');
if (planted.size !== bug.changes.length) throw new Error(`Not all of "${name}" was planted`);

const report = await findProblem();
process.stdout.write(JSON.stringify(report));

async function findProblem(): Promise<{ after: number; problem: string | null }> {
  const batch = 100;
  let played = 0;
  while (played < Number(most)) {
    const samples = (['N', 'I', 'N', 'L'] as const).flatMap((mode, n) =>
      fc.sample(scheduleOf(mode), { numRuns: batch / 4, seed: Number(seed) + played + n }),
    );
    for (const schedule of samples) {
      played += 1;
      const [problem] = (await new Run(schedule).play()).problems;
      if (problem) return { after: played, problem };
    }
  }
  return { after: played, problem: null };
}
