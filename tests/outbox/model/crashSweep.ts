import './fastIndexedDB.ts';
import { upgrades } from '../../../src/outbox/records/schema.ts';
import { amount } from '../../support/amount.ts';
import { comeToRest } from './comeToRest.ts';
import { Context } from './device.ts';
import { Watch } from './invariants.ts';
import { Scene } from './Scene.ts';

/** Number of database versions in this build. */
const released = upgrades.length;

/** An operation of the outbox, from beginning to end, to be stopped at every await. */
export type Deed = {
  areFilesLarge?: boolean;
  wakesWorker?: boolean;
  /** Sets up the scene before it begins. */
  before?: (scene: Scene) => void;
  act: (scene: Scene) => void;
  /** Continues after the crash; by default the page is opened again. */
  crash?: (scene: Scene) => void;
};

/** The number of awaits for the database (a request, the end of a transaction) and for time (a call, a lock, a token, a timer). */
export type Sweep = { database: number; time: number; problems: string[] };

const restMs = 20 * 60_000;
/** The number of awaits of an operation at which it is stopped, spread over all of them. */
const most = amount('CRASHES', 25, Number.POSITIVE_INFINITY);

/** Counts the awaits of an operation, then plays it again for each of them (daily: for some) and crashes there. */
export async function sweep(deed: Deed): Promise<Sweep> {
  const whole = await playOnce(deed, null);
  const found: Sweep = { database: whole.task, time: whole.timer, problems: [...whole.problems] };
  const places = whole.task + whole.timer;
  const step = Math.max(1, places / most);
  for (let at = 0; at < places; at += step) {
    const place = Math.floor(at);
    const { problems } = await playOnce(deed, place);
    found.problems.push(...problems.map((problem) => `stopped at ${place}: ${problem}`));
  }
  return found;
}

async function playOnce(deed: Deed, stopAt: number | null) {
  const scene = new Scene({
    seed: 1,
    faultRate: 0,
    wireFaults: [],
    hasLocks: true,
    areFilesLarge: deed.areFilesLarge ?? false,
    wakesWorker: deed.wakesWorker ?? true,
    events: [],
  });
  const { sim, device } = scene;
  const watch = new Watch(scene);
  const waited = { task: 0, timer: 0 };
  try {
    deed.before?.(scene);
    await sim.run(20_000, sim.now + 5000);
    deed.act(scene);
    sim.beforeStep = (kind) => {
      if (waited.task + waited.timer === stopAt) (deed.crash ?? crashPage)(scene);
      waited[kind] += 1;
    };
    await sim.run(20_000, sim.now + restMs);
    sim.beforeStep = () => undefined;
    await comeToRest(scene, watch);
  } finally {
    for (const context of [...device.contexts]) context.die();
    await sim.run(200, sim.now);
    sim.end();
    (upgrades as unknown[]).length = released;
  }
  return { ...waited, problems: scene.problems };
}

function crashPage(scene: Scene): void {
  scene.pages[0]?.die();
  scene.sim.after(1000, () => {
    scene.pages[0] = new Context(scene.device, false);
  });
}
