import {
  beginSignOut,
  endSignOut,
  markSignedOut,
  purgeRecords,
  purgeTyped,
} from '../../../src/outbox/signOut.ts';
import { Context, rawRecords, rawValues } from './device.ts';
import { write } from './person.ts';
import type { Scene } from './Scene.ts';
import { chooseFile, forgetTyped } from './typing.ts';

/** Signs out, step by step as the app does it, and finishes after a crash. */
export async function signOut(scene: Scene, page: Context, keep: boolean): Promise<void> {
  const { device, sim } = scene;
  const uid = scene.uid as string;
  scene.isSigningOut = true;
  // The next start finishes what the journal has.
  page.onDeath = () => {
    leave(scene);
    sim.after(20_000, () => arrive(scene, uid));
  };
  if (!keep) {
    scene.hasPurged = true;
    scene.deletingUid = uid;
    for (const intent of scene.allIntents()) if (intent.ownerUid === uid) intent.touches += 1;
    forgetTyped(scene, uid);
  }
  try {
    await beginSignOut(page.outbox.db, { now: () => device.now() } as never, uid, keep);
    if (!keep) await purgeTyped(page.outbox.db, uid, `${uid}@ev.test`);
    if (!keep) await purgeRecords(page.outbox.db, uid);
    await markSignedOut(page.outbox.db, uid);
    if (!keep && !page.dead) {
      scene.device.session = null;
      isGone(scene, uid);
    }
  } catch {
    // The journal has it; the next start continues.
  }
  if (page.dead) return;
  page.onDeath = () => undefined;
  leave(scene);
  sim.after(5000, () => isGone(scene, scene.purgedUid));
  sim.after(20_000, () => arrive(scene, uid));
}

/** Crashes the page during the sign-out; the next start finishes it from the journal. */
export function signOutAndCrash(scene: Scene, page: Context, keep: boolean, tasks: number): void {
  void signOut(scene, page, keep);
  scene.sim.afterTasks(tasks, () => {
    if (page.dead) return;
    scene.backend.hit('crash in sign-out');
    page.die();
  });
}

/** Signs out while another window is frozen in the middle of writing; it goes on a little later, or ends. */
export function signOutInLimbo(scene: Scene, page: Context, pick: number): void {
  const { sim, backend } = scene;
  const window = new Context(scene.device, false);
  scene.limbo = window;
  sim.afterTasks(10 + (pick % 30), () => {
    if (window.dead || page.dead || scene.isSigningOut || !scene.uid) return;
    backend.hit('window in limbo');
    write(scene, window, 'j0', 1);
    chooseFile(scene, window, 'j0');
    window.freeze();
    const ends = pick % 3 === 0;
    void signOut(scene, page, false);
    sim.after(pick % 3000, () => (ends ? window.die() : window.thaw()));
  });
}

function leave(scene: Scene): void {
  for (const context of [...scene.device.contexts]) if (context !== scene.limbo) context.die();
  scene.device.session = null;
}

/** Requires from now on that nothing of this user is on the device until they are back. */
export function isGone(scene: Scene, uid: string | null): void {
  if (uid === null || scene.uid === uid) scene.purgedUid = null;
  else scene.purgedUid = uid;
  if (scene.purgedUid === null) return;
  const words = () => `something of ${uid} is still there`;
  scene.check(scene.limbo ? '23 limbo' : '5 purge', !hasTraceOf(scene, scene.purgedUid), words);
  const isFileLeft = textsIn(scene, 'draftChunks').includes(`of ${uid}`);
  scene.check('22 draft files', !isFileLeft, () => `a file of a draft of ${uid} is still there`);
}

function arrive(scene: Scene, uid: string): void {
  const { device } = scene;
  device.session = null;
  const boot = new Context(device, false);
  void finish(boot, scene).then(() => {
    boot.die();
    scene.isSigningOut = false;
    scene.signIn(uid === 'u1' ? 'u2' : 'u1');
  });
}

/** Finishes an interrupted sign-out before anything is shown, and retries when the storage fails. */
async function finish(boot: Context, scene: Scene): Promise<void> {
  for (let n = 0; n < 20; n += 1) {
    try {
      const journal = await boot.outbox.db.read(['journal'], (tx) =>
        tx.objectStore('journal').get('signout'),
      );
      if (!journal) return;
      if (!journal.keep) await purgeTyped(boot.outbox.db, journal.uid, undefined);
      if (!journal.keep && !journal.isDone) await purgeRecords(boot.outbox.db, journal.uid);
      if (!journal.isDone) await markSignedOut(boot.outbox.db, journal.uid);
      // Mostly the next start ends it, or its user is back before.
      else if (scene.sim.chance(0.3)) await endSignOut(boot.outbox.db);
      if (!journal.keep) isGone(scene, journal.uid);
      return;
    } catch {
      await new Promise<void>((resolve) => scene.sim.after(1000, resolve));
    }
  }
}

/** Returns whether any text or file of a user is on the device. */
function hasTraceOf(scene: Scene, uid: string): boolean {
  const stores = ['outbox', 'quarantine', 'session', 'drafts'].flatMap((store) =>
    rawValues(scene.device, store),
  );
  const devices = [...(rawRecords(scene.device, 'devices')?.values() ?? [])];
  if (devices.some(({ key }) => key === uid)) return true;
  return `${JSON.stringify(stores)} ${textsIn(scene, 'chunks')}`.includes(`of ${uid}`);
}

function textsIn(scene: Scene, store: 'chunks' | 'draftChunks'): string {
  const chunks = rawValues(scene.device, store) as ArrayBuffer[];
  return chunks.map((chunk) => Buffer.from(chunk).toString()).join(' ');
}
