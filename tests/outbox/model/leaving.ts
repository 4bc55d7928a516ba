import {
  beginSignOut,
  endSignOut,
  markSignedOut,
  purgeRecords,
  purgeTyped,
} from '../../../src/outbox/signOut.ts';
import { Context, rawValues } from './device.ts';
import type { Scene } from './Scene.ts';
import { forgetTyped } from './typing.ts';

/** Signs out, step by step as the app does it, and finishes after a crash. */
export async function signOut(scene: Scene, page: Context, keep: boolean): Promise<void> {
  const { device, sim } = scene;
  const uid = scene.uid as string;
  scene.isSigningOut = true;
  if (!keep) {
    scene.hasPurged = true;
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
  leave(scene);
  sim.after(5000, () => isGone(scene, scene.purgedUid));
  sim.after(20_000, () => arrive(scene, uid));
}

/** Crashes the page during the sign-out; the next start finishes it from the journal. */
export function signOutAndCrash(scene: Scene, page: Context, keep: boolean, tasks: number): void {
  const uid = scene.uid as string;
  void signOut(scene, page, keep);
  scene.sim.afterTasks(tasks, () => {
    if (page.dead) return;
    scene.backend.hit('crash in sign-out');
    crashInSignOut(scene, uid);
  });
}

export function crashInSignOut(scene: Scene, uid: string): void {
  leave(scene);
  scene.sim.after(20_000, () => arrive(scene, uid));
}

function leave(scene: Scene): void {
  for (const context of [...scene.device.contexts]) context.die();
  scene.device.session = null;
}

/** Requires from now on that nothing of this user is on the device until they are back. */
export function isGone(scene: Scene, uid: string | null): void {
  if (uid === null || scene.uid === uid) scene.purgedUid = null;
  else scene.purgedUid = uid;
  if (scene.purgedUid === null) return;
  scene.check('5 purge', !hasTraceOf(scene, scene.purgedUid), () => `something of ${uid} is still there`);
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
      if (!journal.keep) await purgeRecords(boot.outbox.db, journal.uid);
      await endSignOut(boot.outbox.db);
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
  const bytes = rawValues(scene.device, 'chunks').map((chunk) =>
    Buffer.from(chunk as ArrayBuffer).toString(),
  );
  return `${JSON.stringify(stores)} ${bytes.join(' ')}`.includes(`of ${uid}`);
}
