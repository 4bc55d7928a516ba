import { type Context, type RawRow, rawRows } from './device.ts';
import { sendLater } from './incidents.ts';
import type { Watch } from './invariants.ts';
import { cancel, write } from './person.ts';
import type { Scene } from './Scene.ts';

/**
 * Stops the faults and signs in both users, one after the other, who decide about refused records. Everything must arrive in time.
 */
export async function comeToRest(scene: Scene, watch: Watch): Promise<void> {
  const { sim } = scene;
  stopFaults(scene);
  sendLater(scene);
  // A sign-out or a restart under way ends.
  await sim.run(20_000, sim.now + 60_000);
  for (const uid of ['u1', 'u2']) {
    scene.isSigningOut = true;
    scene.signIn(uid);
    await deliverAll(scene, watch, uid);
  }
  await deliverOfSecond(scene);
  // Late commits show.
  await sim.run(20_000, sim.now + 2 * 60 * 60_000);
  watch.atEnd();
}

export function stopFaults({ device, backend }: Scene): void {
  backend.faultRate = 0;
  backend.isLineDown = false;
  device.isDeaf = false;
  device.onLine = true;
  device.dbFault = null;
  device.canRenew = true;
  for (const context of device.contexts) context.thaw();
}

async function deliverAll(scene: Scene, watch: Watch, uid: string): Promise<void> {
  const { sim } = scene;
  const page = scene.pages[0] as Context;
  const msFor = (count: number) => 5 * 60_000 + count * 60_000;
  /** Neither behind a refused one, nor after a message that is. */
  const isFree = (row: RawRow): boolean => {
    const all = watch.pending(uid);
    const leader = all.find(({ clientId }) => clientId === row.after);
    if (leader) return isFree(leader);
    return !all.some((other) => other.laneKey === row.laneKey && other.state === 'failed');
  };
  const waitsForNote = (row: RawRow) =>
    watch.pending(uid).some((other) => other.laneKey === row.laneKey && other.kind === 'note');
  const free = () => watch.pending(uid).filter(isFree);
  // Refused records stay refused for now: no other lane may wait for them.
  await wait(free, msFor(free().length));
  if (watch.pending(uid).length > 0) {
    scene.check('8 lanes', free().length === 0, () => `${wordsOf(free())} waits for another lane`);
    const delayed = watch.pending(uid).filter((row) => row.kind !== 'note' && waitsForNote(row));
    scene.check('20 notes', delayed.length === 0, () => `${wordsOf(delayed)} waits for a note`);
  }
  const last = write(scene, page, 'j0');
  await sim.run(20_000, sim.now + 20_000, () => last.kept);
  scene.check('7 live', last.kept, () => `${uid} can store nothing any more`);
  const deadline = sim.now + msFor(watch.pending(uid).length);
  while (sim.now < deadline && watch.pending(uid).length > 0) {
    for (const row of watch.pending(uid)) if (row.state === 'failed') decide(scene, page, row);
    void page.outbox.drain({ eager: true });
    await wait(() => watch.pending(uid), Math.min(20_000, deadline - sim.now));
  }
  const left = watch.pending(uid);
  scene.check('7 live', left.length === 0, () => `${wordsOf(left)} of ${uid} is still there`);

  async function wait(what: () => RawRow[], forMs: number): Promise<void> {
    await sim.run(20_000, sim.now + forMs, () => what().length === 0);
  }
}

/** Lets both users sign in on the second device again, who retry what was refused. */
async function deliverOfSecond(scene: Scene): Promise<void> {
  const { sim } = scene;
  if (!scene.secondPage) return;
  for (const uid of ['u1', 'u2']) {
    const page = scene.signInOnSecondDevice(uid);
    const left = () =>
      rawRows(page.device).filter(({ ownerUid, state }) => ownerUid === uid && state !== 'acked');
    for (let n = 0; n < 60 && left().length > 0; n += 1) {
      for (const { state, clientId } of left())
        if (state === 'failed') void page.outbox.retry(uid, clientId).catch(() => undefined);
      void page.outbox.drain({ eager: true });
      await sim.run(20_000, sim.now + 20_000, () => left().length === 0);
    }
    scene.check('24 two devices', left().length === 0, () => `${wordsOf(left())} is still there`);
  }
}

function wordsOf(rows: readonly RawRow[]): string {
  const [row] = rows;
  return row ? `${row.clientId}, a ${row.kind} ${row.state} (${row.error?.code ?? 'no error'}),` : '';
}

/** Does with a refusal what a sensible user does. */
function decide(scene: Scene, page: Context, row: RawRow): void {
  const code = row.error?.code;
  if (code === 'file-lost') {
    scene.check('9 files', scene.hasBadChunk, () => `the bytes of ${row.clientId} are gone`);
    cancel(scene, page, row);
  } else if (code === 'stale') cancel(scene, page, row);
  else void page.outbox.retry(row.ownerUid, row.clientId).catch(() => undefined);
}
