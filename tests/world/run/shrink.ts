import { play } from '../play.ts';
import type { Schedule } from '../schedule.ts';
import type { Builds } from './bundle.ts';

/** Returns the name of the rule that a problem breaks. */
function ruleOf(problem: string | undefined): string | undefined {
  return problem?.replace(/:.*/s, '');
}

/**
 * Leaves out what a failure does not need: halves of the operations, then single ones, then the faults.
 *
 * @param most how often it may be played
 */
export async function shrink(builds: Builds, failing: Schedule, most = 40): Promise<Schedule> {
  const { problems } = await play(builds, failing);
  const rule = ruleOf(problems[0]);
  let best = failing;
  let left = most;
  const stillFails = async (schedule: Schedule) => {
    if (left <= 0) return false;
    left -= 1;
    const outcome = await play(builds, schedule);
    if (ruleOf(outcome.problems[0]) !== rule) return false;
    best = schedule;
    return true;
  };
  const without = (from: number, count: number): Schedule => ({
    ...best,
    // The time before an operation that is left out passes all the same.
    operations: best.operations.flatMap((one, at) =>
      at >= from && at < from + count ? [] : [{ ...one, ...waitsOf(best, at, from, count) }],
    ),
  });
  for (
    let count = Math.ceil(best.operations.length / 2);
    count >= 1;
    count = count === 1 ? 0 : Math.ceil(count / 2)
  ) {
    for (let from = best.operations.length - count; from >= 0; from -= count)
      await stillFails(without(from, count));
  }
  await stillFails({ ...best, rates: { network: 0, mail: 0, push: 0, bucket: 0 } });
  return best;
}

function waitsOf({ operations }: Schedule, at: number, from: number, count: number) {
  const own = operations[at] as Schedule['operations'][number];
  if (at !== from + count) return {};
  const gone = operations.slice(from, from + count);
  const sum = (of: (one: Schedule['operations'][number]) => number) =>
    gone.reduce((all, one) => all + of(one), of(own));
  return { steps: sum(({ steps }) => steps), waitMs: sum(({ waitMs }) => waitMs) };
}
