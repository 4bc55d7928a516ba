import { readFileSync } from 'node:fs';
import { scheduleOf } from '../generate.ts';
import { type Outcome, play } from '../play.ts';
import type { Schedule } from '../schedule.ts';
import { bundleBuilds } from './bundle.ts';
import { plantedBugs } from './plantedBugs.ts';
import { shrink } from './shrink.ts';

/**
 * Plays schedules in a process of its own and prints a line of JSON for each: `node worker.ts <seed>/<from>/<count> [<bug>]`, or
 * `node worker.ts <file of a history>… [<bug>]`. With a bug, whose name is given as `bug=…`, it ends at the first failure.
 */
export type Played = Pick<Outcome, 'problems' | 'hash' | 'steps'> & {
  name: string;
  met: Record<string, number>;
  rules: Record<string, number>;
  /** The schedule without what a failure does not need. */
  history?: Schedule;
};

const bug = process.argv.find((arg) => arg.startsWith('bug='))?.slice(4);
const planted = bug === undefined ? undefined : plantedBugs[bug];
const asked = process.argv.slice(2).filter((arg) => !arg.startsWith('bug='));

function* schedules(): Generator<[name: string, schedule: Schedule]> {
  for (const one of asked) {
    if (one.endsWith('.json')) yield [one, JSON.parse(readFileSync(one, 'utf8')).schedule as Schedule];
    else {
      const [seed = 1, from = 0, count = 1] = one.split('/').map(Number);
      for (let number = from; number < from + count; number += 1)
        yield [`${seed}/${number}`, scheduleOf(seed, number, planted)];
    }
  }
}

if (bug !== undefined && !planted) throw new Error(`There is no planted bug "${bug}".`);
const builds = await bundleBuilds(planted?.changes ?? []);
for (const [name, schedule] of schedules()) {
  const { met, rules, trace: _, ...outcome } = await play(builds, schedule);
  const isFailed = outcome.problems.length > 0;
  const history = isFailed && process.env.SHRINK !== '0' ? await shrink(builds, schedule) : undefined;
  const played: Played = {
    name,
    ...outcome,
    met: Object.fromEntries(met),
    rules: Object.fromEntries(rules),
    ...(history && { history }),
  };
  process.stdout.write(`${JSON.stringify(played)}\n`);
  if (isFailed && bug !== undefined) break;
}
// The embedded database would keep it running.
process.exit();
