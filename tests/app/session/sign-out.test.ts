import { setMaxListeners } from 'node:events';
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Database } from '../../../src/outbox/records/database.ts';
import { enqueue } from '../../../src/outbox/records/enqueue.ts';
import type { Environment } from '../../../src/outbox/records/environment.ts';
import { beginSignOut, mirrorSession } from '../../../src/outbox/records/sessionJournal.ts';
import { lastTokenReader, readStartRows } from '../../../src/outbox/records/startRows.ts';
import { message } from '../../outbox/support.ts';
import { inTheEnd } from '../../support/app/inTheEnd.ts';
import { wireProfile } from '../support/backend.ts';

type Person = { uid: string; email: string; emailVerified: boolean };

/** The identity provider, as far as `session/firebase.ts` shows it. Its stored sign-in outlives a crash. */
const provider = vi.hoisted(() => ({
  person: null as Person | null,
  /** Resolved once it has loaded; on a connection that hangs that takes a minute. */
  ready: Promise.resolve(),
}));

vi.mock('../../../src/session/firebase.ts', () => ({
  onUser: () => () => {},
  followTokens: () => () => {},
  currentUser: () => provider.person,
  reloadUser: async () => provider.person,
  isProviderLoaded: () => true,
  readToken: async () => 'later',
  signOutUser: async (uid: string) => {
    await provider.ready;
    if (provider.person?.uid === uid) provider.person = null;
  },
}));

const ada = { uid: 'u-ada', email: 'ada@canary.test' };
const bob = { uid: 'u-bob', email: 'bob@ev.test' };
const start = Date.UTC(2026, 10, 21, 10);

class TestStorage {
  readonly #map: Map<string, string>;
  constructor(map: Map<string, string>) {
    this.#map = map;
  }
  get length() {
    return this.#map.size;
  }
  key(at: number) {
    return [...this.#map.keys()][at] ?? null;
  }
  getItem(key: string) {
    return this.#map.get(key) ?? null;
  }
  setItem(key: string, value: string) {
    this.#map.set(key, value);
  }
  removeItem(key: string) {
    this.#map.delete(key);
  }
}

const profile = {
  ...wireProfile,
  email: ada.email,
  firstName: 'canary',
  lastName: 'canary',
  userName: 'canary',
};
const local = new Map<string, string>();
const session = new Map<string, string>();
const cacheNames = new Set<string>();
const replaced = vi.fn();
vi.stubGlobal('Storage', TestStorage);
vi.stubGlobal('localStorage', new TestStorage(local));
vi.stubGlobal('sessionStorage', new TestStorage(session));
vi.stubGlobal('caches', {
  keys: async () => [...cacheNames],
  delete: async (name: string) => cacheNames.delete(name),
});
// One window for all tests, each of which loads the app anew.
const targets = [new EventTarget(), new EventTarget()];
setMaxListeners(0, ...targets);
vi.stubGlobal('window', targets[0]);
vi.stubGlobal('document', targets[1]);
vi.stubGlobal('location', { replace: replaced });

const { put, add } = IDBObjectStore.prototype;
const { setItem } = TestStorage.prototype;
afterEach(() => {
  Object.assign(IDBObjectStore.prototype, { put, add });
  Object.assign(TestStorage.prototype, { setItem });
});

let db: Database;
let nextId = 0;
function env(): Environment {
  return {
    now: () => Date.now(),
    elapsed: () => performance.now(),
    uuid: () => `id-${++nextId}`,
    storageLeft: async () => null,
    indexedDB,
  } as unknown as Environment;
}

/** Sets up the device at the moment Ada presses "Sign out": with all her data, and a stored message of Bob's. */
beforeEach(async () => {
  vi.useFakeTimers({ now: start, toFake: ['Date'] });
  vi.stubGlobal('indexedDB', new IDBFactory());
  vi.spyOn(console, 'warn').mockReturnValue();
  replaced.mockClear();
  local.clear();
  const auth = { ...ada, name: 'canary', type: 'CLIENT', stage: 'active' };
  for (const [key, value] of [
    ['auth', JSON.stringify(auth)],
    ['q:u-ada', 'canary'],
    ['profile:u-ada', JSON.stringify(profile)],
    ['draft:1:ada@canary.test:J1', 'canary'],
    ['theme', 'dark'],
  ] as const) {
    local.set(key, value);
  }
  session.clear();
  session.set('account', 'canary');
  cacheNames.clear();
  for (const name of ['answers:u-ada', 'files:u-ada', 'workbox-precache-v2']) cacheNames.add(name);
  provider.person = { ...ada, emailVerified: true };
  provider.ready = Promise.resolve();
  const drafts = await import('../../../src/outbox/drafts/drafts.ts');
  const { showRecordsOf } = await import('../../../src/outbox/records/waiting.ts');
  showRecordsOf(ada);
  await drafts.saveDraft(ada.email, 'new-job', { project: 'canary' });
  db = new Database(env());
  await mirrorSession(db, { ...bob, idToken: 'his', exp: 4e9 });
  await enqueue(db, env(), bob, message('of bob'), [], 'c-bob');
  await mirrorSession(db, { ...ada, idToken: 'canary-token', exp: 4e9 });
  await enqueue(db, env(), ada, message('canary one'), [], 'c-1');
  await enqueue(db, env(), ada, message('canary two'), [], 'c-2');
});

async function rowsOf(name: string): Promise<Record<string, unknown[]>> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open(name);
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
  const found: Record<string, unknown[]> = {};
  for (const store of database.objectStoreNames) {
    found[store] = await new Promise((resolve) => {
      const reading = database.transaction(store).objectStore(store).getAll();
      reading.onsuccess = () => resolve(reading.result);
    });
  }
  database.close();
  return found;
}

/** Returns everything stored on this device but the outbox records, and but the drafts where they are to stay. */
async function everythingElse(keepsDrafts = false): Promise<string> {
  const kept: unknown[] = [[...local], [...session], [...cacheNames], provider.person];
  for (const { name = '' } of await indexedDB.databases()) {
    const { outbox: _, drafts, ...others } = await rowsOf(name);
    kept.push(others, keepsDrafts ? [] : drafts);
  }
  return JSON.stringify(kept);
}

async function wordsInOutbox(): Promise<string[]> {
  const { outbox = [] } = await rowsOf('ev-outbox');
  return (outbox as { payload: { content: string } }[]).map(({ payload }) => payload.content).sort();
}

/** Loads the app as a start of the browser does; its unfinished work dies with it. */
async function load() {
  vi.resetModules();
  const { startOutbox } = await import('../../../src/outbox/pageOutbox.ts');
  startOutbox(async () => null);
  const { resumeSignOut } = await import('../../../src/app/signOut/resumeSignOut.ts');
  const { followSignOuts } = await import('../../../src/app/signOut/leavePage.ts');
  const { stepsOf } = await import('../../../src/app/signOut/steps.ts');
  const app = await import('../../../src/app/signOut/signOut.ts');
  return { ...app, resumeSignOut, followSignOuts, stepsOf };
}

async function bootsClean(): Promise<void> {
  const app = await load();
  await app.resumeSignOut(readStartRows());
}

async function draftsLeft(): Promise<string> {
  return JSON.stringify((await rowsOf('ev-outbox')).drafts);
}

async function isGone(keepsDrafts = false): Promise<void> {
  expect(await everythingElse(keepsDrafts)).not.toMatch(/canary/);
  expect(provider.person).toBeNull();
  expect((await readStartRows()).token).toBeNull();
  expect(local.get('theme')).toBe('dark');
  expect([...cacheNames]).toEqual(['workbox-precache-v2']);
}

const names = ['web storage', 'drafts', 'caches', 'outbox', 'notifications', 'provider', 'done'];

test('the steps of a sign-out are these', async () => {
  const app = await load();
  expect(app.stepsOf(db, app.otherStores, { ...ada, keep: false }).map(([name]) => name)).toEqual(names);
});

/** Crashes the browser once `after` steps are done and one more has begun. */
async function crash(after: number, keep: boolean): Promise<void> {
  const app = await load();
  await beginSignOut(db, { now: Date.now }, ada.uid, keep);
  for (const [, run] of app.stepsOf(db, app.otherStores, { uid: ada.uid, keep }).slice(0, after)) await run();
}

const moments = ['the journal', ...names].map((name, after) => [name, after] as const);

test.each(moments)(
  'a sign-out interrupted by a crash after %s is finished at the next start',
  async (_, after) => {
    await crash(after, false);
    await bootsClean();
    await isGone();
    expect(await wordsInOutbox()).toEqual(['of bob']);
  },
);

test.each(moments)(
  'only the unsent items chosen to stay are there after a crash after %s',
  async (_, after) => {
    await crash(after, true);
    await bootsClean();
    await isGone(true);
    expect(await wordsInOutbox()).toEqual(['canary one', 'canary two', 'of bob']);
    expect(await draftsLeft()).toContain('{"project":"canary"}');
  },
);

test.each(moments)(
  'local storage that reappears after a crash after %s is cleared again',
  async (_, after) => {
    const before = [...local];
    await crash(after, false);
    for (const [key, value] of before) local.set(key, value);
    await bootsClean();
    await isGone();
    // The clearing may itself be lost.
    for (const [key, value] of before) local.set(key, value);
    vi.setSystemTime(start + 10 * 60_000);
    await bootsClean();
    await isGone();
  },
);

test('a start a minute later that finds nothing left finishes the sign-out', async () => {
  await crash(names.length, false);
  await bootsClean();
  expect((await readStartRows()).leaving).toMatchObject({ isDone: true });
  vi.setSystemTime(start + 2 * 60_000);
  await bootsClean();
  expect((await readStartRows()).leaving).toBeUndefined();
});

test('a user who signs in again keeps what they have written since', async () => {
  await crash(names.length, false);
  provider.person = { ...ada, emailVerified: true };
  await mirrorSession(db, { ...ada, idToken: 'new', exp: 4e9 });
  local.set('draft:1:ada@canary.test:J1', 'typed since');
  await enqueue(db, env(), ada, message('sent since'), [], 'c-3');
  await bootsClean();
  expect(local.get('draft:1:ada@canary.test:J1')).toBe('typed since');
  expect(await wordsInOutbox()).toEqual(['of bob', 'sent since']);
  expect(provider.person).not.toBeNull();
  expect((await readStartRows()).leaving).toBeUndefined();
});

test('a user who signs in again keeps what they have typed since, also when another one follows without a sign-out', async () => {
  await crash(names.length, false);
  await mirrorSession(db, { ...ada, idToken: 'new', exp: 4e9 });
  const drafts = await import('../../../src/outbox/drafts/drafts.ts');
  const { showRecordsOf } = await import('../../../src/outbox/records/waiting.ts');
  showRecordsOf(ada);
  await drafts.saveDraft(ada.email, 'new-job', { project: 'typed since' });
  provider.person = { ...bob, emailVerified: true };
  await mirrorSession(db, { ...bob, idToken: 'his', exp: 4e9 });
  await bootsClean();
  expect(await draftsLeft()).toContain('typed since');
});

test('a sign-out that is finished late leaves the next user’s data', async () => {
  await crash(4, false);
  provider.person = { ...bob, emailVerified: true };
  await mirrorSession(db, { ...bob, idToken: 'his', exp: 4e9 });
  local.set('auth', JSON.stringify({ ...bob, name: 'Bob', type: 'CLIENT', stage: 'active' }));
  local.set('draft:1:bob@ev.test:J1', 'typed by bob');
  cacheNames.add('answers:u-bob');
  await bootsClean();
  expect(local.get('draft:1:bob@ev.test:J1')).toBe('typed by bob');
  expect(local.has('auth')).toBe(true);
  expect([...cacheNames]).toContain('answers:u-bob');
  expect(provider.person).toMatchObject(bob);
  expect((await readStartRows()).token).toMatchObject({ uid: bob.uid });
  expect(await everythingElse()).not.toMatch(/canary/);
});

test('the app opens while the provider hangs, and the sign-out waits for it', async () => {
  const loading = Promise.withResolvers<void>();
  provider.ready = loading.promise;
  await crash(0, false);
  await bootsClean();
  expect(await everythingElse()).toMatch(/canary/);
  expect(local.has('auth')).toBe(false);
  expect((await readStartRows()).leaving).not.toMatchObject({ isDone: true });
  loading.resolve();
  await inTheEnd(async () => expect((await readStartRows()).leaving).toMatchObject({ isDone: true }));
  await isGone();
});

test('a window that has not heard of the sign-out cannot enqueue anything or store its token', async () => {
  const app = await load();
  await beginSignOut(db, { now: Date.now }, ada.uid, false);
  await expect(enqueue(db, env(), ada, message('canary late'), [], 'c-9')).rejects.toMatchObject({
    code: 'signed-out',
  });
  const steps = app.stepsOf(db, app.otherStores, { uid: ada.uid, keep: false });
  for (const [, run] of steps.slice(0, -1)) await run();
  await mirrorSession(db, { ...ada, idToken: 'canary-token', exp: 4e9 });
  for (const [, run] of steps.slice(-1)) await run();
  await isGone();
});

/** Opens a window of the app that Ada is signed in on. */
async function open() {
  const app = await load();
  const people = await import('../../../src/session/session.ts');
  const drafts = await import('../../../src/outbox/drafts/drafts.ts');
  const { followSender } = await import('../../../src/outbox/records/waiting.ts');
  vi.stubGlobal('navigator', { onLine: false });
  followSender({ current: people.getOwner, subscribe: people.onSessionChange, token: async () => null });
  await people.startSession();
  await inTheEnd(() => expect(people.getOwner()).toEqual(ada));
  return { ...app, people, drafts };
}

test('a sign-out deletes the user’s data from the device and reloads the page', async () => {
  const app = await open();
  await app.signOut(false);
  expect(replaced).toHaveBeenCalledExactlyOnceWith('/auth/signin');
  await isGone();
  expect(await wordsInOutbox()).toEqual(['of bob']);
});

test('a signed-out page stores no more user data, and still stores device settings', async () => {
  const app = await open();
  await app.signOut(false);
  localStorage.setItem('draft:1:ada@canary.test:J1', 'canary');
  localStorage.setItem('theme', 'dark');
  await expect(app.drafts.saveDraft(ada.email, 'new-job', { project: 'canary' })).rejects.toThrow();
  await isGone();
});

test('another window signs out too, and writes nothing back', async () => {
  const other = await open();
  other.followSignOuts();
  const mine = await open();
  await mine.signOut(false);
  await inTheEnd(() => expect(replaced).toHaveBeenCalledTimes(2));
  expect(other.people.getOwner()).toBeNull();
  localStorage.setItem('draft:1:ada@canary.test:J1', 'canary');
  await expect(other.drafts.saveDraft(ada.email, 'new-job', { project: 'canary' })).rejects.toThrow();
  await isGone();
});

test('a window that opens while another one signs out joins the sign-out', async () => {
  await beginSignOut(db, { now: Date.now }, ada.uid, true);
  const app = await load();
  const people = await import('../../../src/session/session.ts');
  vi.stubGlobal('navigator', { onLine: false });
  const atStart = readStartRows();
  await people.startSession(lastTokenReader(atStart), app.resumeSignOut(atStart));
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(people.getOwner()).toBeNull();
  await isGone(true);
  expect(await wordsInOutbox()).toEqual(['canary one', 'canary two', 'of bob']);
  expect(await draftsLeft()).toContain('{"project":"canary"}');
});

test('where the outbox never answers, a sign-out still asks, and signs out at the provider', async () => {
  vi.spyOn(indexedDB, 'open').mockImplementation(() => new IDBOpenDBRequest());
  const app = await open();
  const { requestSignOut, signOutQuestion } = await import('../../../src/app/signOut/leaving.ts');
  vi.useFakeTimers({ now: start, toFake: ['Date', 'setTimeout', 'clearTimeout'] });
  const leaving = requestSignOut();
  await vi.advanceTimersByTimeAsync(6000);
  expect(signOutQuestion.get()).toMatchObject({ owner: ada });
  signOutQuestion.get()?.answer('discard');
  await vi.advanceTimersByTimeAsync(7000);
  await leaving;
  expect(app.people.getOwner()).toBeNull();
  expect(replaced).toHaveBeenCalledWith('/auth/signin');
  expect(provider.person).toBeNull();
  expect([...cacheNames]).toEqual(['workbox-precache-v2']);
});
