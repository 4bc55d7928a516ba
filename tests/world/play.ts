import { happen } from './events/events.ts';
import { show } from './events/incidents.ts';
import { prepare } from './prepare.ts';
import type { Builds } from './run/bundle.ts';
import { emptyDatabase } from './run/database.ts';
import type { Schedule } from './schedule.ts';
import { World } from './World.ts';

export type Outcome = {
  problems: string[];
  /** Hash of the trace: the same for the same schedule, always. */
  hash: string;
  trace: string[] | null;
  met: ReadonlyMap<string, number>;
  rules: ReadonlyMap<string, number>;
  steps: number;
};

export type PlayOptions = {
  /** Whether an operation of this number happens; the time before it passes in any case. */
  isPlayed?: (index: number) => boolean;
  hasTrace?: boolean;
};

const minute = 60_000;

/** Ends all faults and brings everybody back, so that whatever waits can arrive. */
async function comeToRest(world: World): Promise<void> {
  await world.run(Math.max(0, world.eventsUntil - world.sim.now));
  world.faults.end();
  if (!world.servers.some(({ isReady }) => isReady)) world.startServer();
  for (const device of world.devices) {
    device.skewMs = 0;
    device.ambush = null;
    device.onPush = null;
    device.lateUntil = 0;
    device.setOnline(true);
    const { page } = device;
    if (!page?.isAlive) world.reopen(device);
    for (const one of device.pages) show(one);
  }
  await world.run(5000);
  for (const device of world.devices) {
    const user = world.ownerOf(device);
    if (!device.signedIn && device.page?.isAlive) await world.enter(device, user);
  }
  await waitFor(world, () => !isSending(world));
  for (const { page } of world.devices.flatMap(({ pages }) => pages)) {
    for (const { jobId } of page.screen().jobs ?? []) void page.openChat(jobId).catch(() => undefined);
  }
  await world.run(minute / 2);
  for (const device of world.devices) happen(world, 'write', device, { pick: 0 });
  // Sooner than a page whose stream is open reads anything again: what it shows of them has come by its events.
  await world.run(minute);
  await world.atTurn(() => world.checks.screensAtRest());
  const isAllSent = async () => (await world.atTurn(() => world.tasksLeft())).length === 0;
  await waitFor(world, isAllSent);
  // What answers one of these emails is written about in others.
  world.mailServer.onAnswerable = null;
  await waitFor(world, isAllSent);
}

/** Passes minutes until something is so: at most longer than any wait of the outbox, the queue, and a lease. */
async function waitFor(world: World, isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (let minutes = 0; minutes < 15; minutes += 1) {
    await world.run(minutes < 1 ? minute / 2 : minute);
    if (await isSo()) break;
  }
}

/** Whether a page still sends something. */
function isSending(world: World): boolean {
  return world.devices
    .flatMap(({ pages }) => pages)
    .some(({ page }) =>
      page
        .screen()
        .waiting.some(({ mark }) => mark === 'waiting' || mark === 'sending' || mark === 'checking'),
    );
}

/** Plays one schedule from its first operation to the end of everything it began. */
export async function play(builds: Builds, schedule: Schedule, options: PlayOptions = {}): Promise<Outcome> {
  const { isPlayed = () => true, hasTrace = false } = options;
  const { stackTraceLimit } = Error;
  if (!hasTrace) Error.stackTraceLimit = 0;
  const db = await emptyDatabase();
  const world = new World(schedule, db, builds, hasTrace);
  const { sim, checks } = world;
  try {
    await prepare(world);
    world.faults.rates = schedule.rates;
    for (const [index, { name, device, pick, steps, waitMs }] of schedule.operations.entries()) {
      await sim.run(steps, sim.now + minute);
      if (waitMs > 0) await world.run(waitMs);
      const there = world.devices[device % world.devices.length];
      if (there && isPlayed(index)) happen(world, name, there, { pick });
      if (checks.problems.length > 0) break;
    }
    if (checks.problems.length === 0) {
      await comeToRest(world);
      await world.atTurn(() => checks.atRest());
    }
  } catch (error) {
    checks.fail('a schedule is played to its end', String((error as Error).stack ?? error));
  } finally {
    await world.end();
    Error.stackTraceLimit = stackTraceLimit;
  }
  return {
    problems: checks.problems,
    hash: world.traceHash(),
    trace: world.trace,
    met: checks.met,
    rules: checks.rules,
    steps: sim.steps,
  };
}
