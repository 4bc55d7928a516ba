import { finish, type OtherStores, purge } from '../../../src/app/signOut/steps.ts';
import { beginSignOut } from '../../../src/outbox/records/sessionJournal.ts';
import { Context, type Device, rawRecords, rawValues } from './device.ts';
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
  const { db } = page.outbox;
  // Where no journal can be written, the sign-out goes on without.
  let isWhole = await beginSignOut(db, device, uid, keep).then(
    () => true,
    () => false,
  );
  await purge(db, otherStores(page), { uid, email: `${uid}@ev.test`, keep }, () => {
    // The next start continues.
    isWhole = false;
  });
  if (!keep && !page.dead && isWhole) isGone(scene, uid);
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
  scene.check(scene.limbo ? '23 limbo' : '5 purge', !hasTraceOf(scene.device, scene.purgedUid), words);
  const isFileLeft = textsIn(scene.device, 'draftChunks').includes(`of ${uid}`);
  scene.check('22 draft files', !isFileLeft, () => `a file of a draft of ${uid} is still there`);
}

function arrive(scene: Scene, uid: string): void {
  const { device } = scene;
  device.session = null;
  const boot = new Context(device, false);
  void finishAtStart(boot).then((purgedUid) => {
    boot.die();
    if (purgedUid !== null) isGone(scene, purgedUid);
    scene.isSigningOut = false;
    scene.signIn(uid === 'u1' ? 'u2' : 'u1');
  });
}

/** What a user has on a device beside the outbox. */
function otherStores(page: Context): OtherStores {
  const nothing = () => undefined;
  return {
    'web storage': nothing,
    caches: nothing,
    notifications: nothing,
    provider: () => {
      if (!page.dead) page.device.session = null;
    },
  };
}

/**
 * Finishes an interrupted sign-out before anything is shown, and retries when the storage fails.
 *
 * @returns the user of whom nothing is left
 */
async function finishAtStart(boot: Context): Promise<string | null> {
  const { db } = boot.outbox;
  const { sim } = boot.device;
  for (let n = 0; n < 20; n += 1) {
    let isWhole = true;
    try {
      const leaving = await db.read(['journal'], (tx) => tx.objectStore('journal').get('signout'));
      if (!leaving) return null;
      // Web storage has something left as long as a killed browser brings it back.
      const isClean = sim.chance(0.5);
      await finish(db, otherStores(boot), leaving, isClean, boot.device.now(), () => {
        isWhole = false;
      });
      if (isWhole) return leaving.keep ? null : leaving.uid;
    } catch {
      // The storage cannot be read.
    }
    await new Promise<void>((resolve) => sim.after(1000, resolve));
  }
  return null;
}

/** Signs out on the second device, in a third of the cases with a crash in between; its next start finishes that. */
export function signOutOnSecondDevice(scene: Scene, pick: number): void {
  const { sim, secondPage: page, undecided } = scene;
  const uid = page?.device.session?.uid;
  if (!page || page.dead || !uid || scene.isSecondLeaving) return;
  const { device } = page;
  scene.backend.hit('second device signs out');
  scene.isSecondLeaving = true;
  const keep = pick % 2 === 0;
  if (!keep) {
    for (const intent of scene.allIntents())
      if (intent.ownerUid === uid && intent.device === device.name) intent.touches += 1;
    for (const n of [0, 1]) undecided.add(`mark t${n}-${uid}`);
  }
  const checkGone = (who: string) =>
    scene.check(
      '5 purge',
      !hasTraceOf(device, who),
      () => `something of ${who} is left on the second device`,
    );
  const { db } = page.outbox;
  void beginSignOut(db, device, uid, keep)
    .then(() => purge(db, otherStores(page), { uid, email: `${uid}@ev.test`, keep }, () => undefined))
    .then(() => {
      if (!keep) checkGone(uid);
      page.die();
    })
    .catch(() => undefined);
  if (pick % 3 === 0) sim.afterTasks(pick % 30, () => page.die());
  sim.after(20_000, () => {
    page.die();
    device.session = null;
    const boot = new Context(device, false);
    void finishAtStart(boot).then((purgedUid) => {
      boot.die();
      if (purgedUid !== null) checkGone(purgedUid);
      scene.isSecondLeaving = false;
    });
  });
}

/** Returns whether any text or file of a user is on the device. */
function hasTraceOf(device: Device, uid: string): boolean {
  const stores = ['outbox', 'quarantine', 'session', 'drafts'].flatMap((store) => rawValues(device, store));
  const devices = [...(rawRecords(device, 'devices')?.values() ?? [])];
  if (devices.some(({ key }) => key === uid)) return true;
  // What another user has seen of theirs came from the server.
  const text = JSON.stringify(stores, (key, value) => (key === 'seen' ? null : value));
  return `${text} ${textsIn(device, 'chunks')}`.includes(`of ${uid}`);
}

function textsIn(device: Device, store: 'chunks' | 'draftChunks'): string {
  const chunks = rawValues(device, store) as ArrayBuffer[];
  return chunks.map((chunk) => Buffer.from(chunk).toString()).join(' ');
}
