import { upgrades } from '../../../src/outbox/records/schema.ts';
import { comeToRest, stopFaults } from '../model/comeToRest.ts';
import { happen } from '../model/happen.ts';
import { duplicatesOf, outOfOrder, Watch } from '../model/invariants.ts';
import { Scene, type SenderOf } from '../model/Scene.ts';
import type { Schedule } from '../model/schedule.ts';
import { settledSlowly } from '../model/sim.ts';

/** Number of database versions in this build. */
const released = upgrades.length;

/** What users would complain about, of all messages accepted for sending. */
export type Harm = { taken: number; lost: number; doubled: number; outOfOrder: number; wrongSender: number };

/**
 * Plays one schedule of the model, with another queue in the place of ours where there is one, and counts instead of
 * asserting. Both persons come back when faults have stopped, and their pages stay open for an hour.
 */
export async function playBaseline(schedule: Schedule, senderOf?: SenderOf): Promise<Harm> {
  const real = {
    setTimeout: globalThis.setTimeout,
    clearTimeout: globalThis.clearTimeout,
    fetch: globalThis.fetch,
    indexedDB: globalThis.indexedDB,
  };
  const realNow = Date.now;
  const scene = new Scene(schedule, senderOf);
  const { sim, device } = scene;
  const watch = senderOf ? null : new Watch(scene);
  if (senderOf) {
    sim.settle = settledSlowly;
    Date.now = () => device.now();
    globalThis.setTimeout = ((run: () => void, ms = 0) => sim.after(ms, run)) as never;
    globalThis.clearTimeout = ((cancel?: () => void) => cancel?.()) as never;
  }
  try {
    for (const event of schedule.events) {
      await sim.run(event.steps, sim.now + 60_000);
      if (event.waitMs > 0) await sim.run(5000, sim.now + event.waitMs);
      happen(scene, event);
    }
    if (watch) await comeToRest(scene, watch);
    else await waitAnHour(scene);
    return harmOf(scene);
  } finally {
    for (const context of [...device.contexts]) context.die();
    await sim.run(200, sim.now);
    sim.end();
    (upgrades as unknown[]).length = released;
    Object.assign(globalThis, real);
    Date.now = realNow;
  }
}

async function waitAnHour(scene: Scene): Promise<void> {
  const { sim } = scene;
  stopFaults(scene);
  await sim.run(20_000, sim.now + 60_000);
  for (const uid of ['u1', 'u2']) {
    scene.isSigningOut = true;
    scene.signIn(uid);
    for (let minutes = 0; minutes < 60; minutes += 1) {
      void scene.pages[0]?.outbox.drain({ eager: true });
      await sim.run(20_000, sim.now + 60_000);
    }
  }
  await sim.run(20_000, sim.now + 2 * 60 * 60_000);
}

function harmOf(scene: Scene): Harm {
  const { commits } = scene.backend;
  const taken = [...scene.intents.values()].filter(
    (intent) =>
      intent.kept &&
      intent.touches === 0 &&
      !['mark', 'due', 'shot', 'savedReply', 'view', 'snooze'].includes(intent.kind),
  );
  const contents = new Set(taken.map((intent) => intent.content));
  let lost = 0;
  for (const content of contents) {
    const owed = taken.filter((intent) => intent.content === content).length;
    const arrived = commits.filter((commit) => commit.content === content).length;
    lost += Math.max(0, owed - arrived);
  }
  return {
    taken: taken.length,
    lost,
    doubled: duplicatesOf(scene).size,
    outOfOrder: outOfOrder(scene).length,
    wrongSender: commits.filter((commit) => commit.bearerUid !== commit.ownerUid).length,
  };
}
