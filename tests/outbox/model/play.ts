import './fastIndexedDB.ts';
import { upgrades } from '../../../src/outbox/records/schema.ts';
import { comeToRest } from './comeToRest.ts';
import { happen } from './happen.ts';
import { duplicatesOf, Watch } from './invariants.ts';
import type { Invariant } from './names.ts';
import { Scene } from './Scene.ts';
import type { Schedule } from './schedule.ts';

/** Number of database versions in this build. */
const released = upgrades.length;

export type Outcome = {
  problems: string[];
  /** How often each fault occurred and each rule was checked. */
  hits: Map<string, number>;
  checks: Map<Invariant, number>;
  duplicates: number;
  commits: number;
};

/**
 * Plays one schedule from its first event to the end of everything it began.
 *
 * @param isPlayed whether an event of this number happens; the time before it passes in any case
 */
export async function play(
  schedule: Schedule,
  isPlayed: (index: number) => boolean = () => true,
): Promise<Outcome> {
  const { stackTraceLimit } = Error;
  // Errors are made by the thousand, and nobody reads where.
  Error.stackTraceLimit = 0;
  const scene = new Scene(schedule);
  const { sim, device, backend, problems } = scene;
  const watch = new Watch(scene);
  try {
    for (const [index, event] of schedule.events.entries()) {
      await sim.run(event.steps, sim.now + 60_000);
      if (event.waitMs > 0) await sim.run(5000, sim.now + event.waitMs);
      if (isPlayed(index)) happen(scene, event);
      if (problems.length > 0) break;
    }
    if (problems.length === 0) await comeToRest(scene, watch);
  } finally {
    for (const context of [...device.contexts]) context.die();
    scene.secondPage?.die();
    await sim.run(200, sim.now);
    sim.end();
    (upgrades as unknown[]).length = released;
    Error.stackTraceLimit = stackTraceLimit;
  }
  return {
    problems,
    hits: backend.hits,
    checks: scene.checks,
    duplicates: duplicatesOf(scene).size,
    commits: backend.commits.length,
  };
}
