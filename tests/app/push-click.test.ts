import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { WorkerRequest } from '../../src/device/workerMessages.ts';
import { takePendingOpening } from '../../src/device/workerMessages.ts';
import { Database } from '../../src/outbox/records/database.ts';
import { beginSignOut, mirrorSession } from '../../src/outbox/signOut.ts';
import type { openFrom } from '../../sw/notificationClick.ts';
import { MemoryCaches } from '../support/memoryCaches.ts';

const path = '/jobs/update/J1?chat=J1';

let memory: MemoryCaches;
let done: string[];
let windows: unknown[];
let open: typeof openFrom;
let db: Database;

/** A worker that has just been woken by a click, on a device Ada is signed in on. */
beforeEach(async () => {
  [done, windows] = [[], []];
  vi.resetModules();
  vi.stubGlobal('indexedDB', new IDBFactory());
  memory = new MemoryCaches();
  vi.stubGlobal('caches', memory);
  vi.stubGlobal('location', new URL('https://jobs.test/sw.js'));
  vi.stubGlobal('fetch', async (request: Request) => {
    done.push((await request.json()).outcome);
    return new Response();
  });
  vi.stubGlobal('self', {
    clients: {
      matchAll: async () => windows,
      openWindow: async (url: string) => void done.push(`opens ${url}`),
    },
  });
  ({ openFrom: open } = await import('../../sw/notificationClick.ts'));
  const { env } = await import('../../sw/thisDevice.ts');
  db = new Database(env);
  await mirrorSession(db, { uid: 'ada', email: 'ada@client.test', idToken: 'x', exp: 0 });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function click(data: unknown = { path, ownerUid: 'ada', receipt: 'r1' }): Promise<void> {
  return open({ data, close: () => done.push('closes') } as unknown as Notification);
}

/** @param answer null: it hangs @param looked whether this worker may send it somewhere */
function window(name: string, answer: boolean | null, looked = true, focused = false) {
  const client = {
    focused,
    visibilityState: 'hidden',
    async focus() {
      done.push(`${name} to the front`);
      return client;
    },
    async navigate(url: string) {
      if (!looked) throw new TypeError('This service worker is not the client’s active service worker.');
      done.push(`${name} goes to ${url}`);
      return {};
    },
    postMessage(question: WorkerRequest, [port]: MessagePort[]) {
      done.push(`${name} is asked to ${question.type}`);
      if (answer !== null) port?.postMessage(answer);
    },
  };
  return client;
}

const withoutReceipt = () => done.filter((one) => one !== 'CLICKED');

test('the window that is open shows it, and comes to the front', async () => {
  windows = [window('one', true)];
  await click();
  expect(withoutReceipt()).toEqual(['closes', 'one is asked to open', 'one to the front']);
  expect(done).toContain('CLICKED');
});

test('of two windows the one in use does', async () => {
  windows = [window('one', true), window('two', true, true, true)];
  await click();
  expect(done).toContain('two to the front');
  expect(done).not.toContain('one to the front');
});

test('a window that does not answer comes to the front, and is sent there', async () => {
  windows = [window('one', null)];
  await click();
  expect(withoutReceipt().slice(2)).toEqual(['one to the front', `one goes to ${path}`]);
});

test('one that may not come to the front is sent there, and a new one opens', async () => {
  const late = window('one', null);
  windows = [{ ...late, focus: () => Promise.reject(new DOMException('Too late.', 'InvalidAccessError')) }];
  await click();
  expect(withoutReceipt().slice(2)).toEqual([`one goes to ${path}`, `opens ${path}`]);
});

test('where that cannot be done either, a new one opens', async () => {
  windows = [window('one', null, false)];
  await click();
  expect(withoutReceipt().slice(2)).toEqual(['one to the front', `opens ${path}`]);
});

test('with no window a new one opens, and finds once what was clicked', async () => {
  await click();
  expect(withoutReceipt()).toEqual(['closes', `opens ${path}`]);
  expect(await takePendingOpening('ada')).toBe(path);
  expect(await takePendingOpening('ada')).toBeNull();
});

test('nobody else finds it', async () => {
  await click();
  expect(await takePendingOpening('bob')).toBeNull();
});

test('a minute later nobody does', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  await click();
  vi.setSystemTime(Date.now() + 60_001);
  expect(await takePendingOpening('ada')).toBeNull();
});

test('what is for somebody who is not signed in here any more opens the app, and no job', async () => {
  await beginSignOut(db, { now: Date.now }, 'ada', false);
  await click();
  expect(done).toEqual(['closes', 'opens /']);
  expect(memory.named.size).toBe(0);
});

test('what says nothing opens the app', async () => {
  windows = [window('one', true)];
  await click(null);
  expect(done).toEqual(['closes', 'one to the front']);
});
