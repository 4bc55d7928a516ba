import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { WorkerRequest } from '../../../src/device/workerMessages.ts';
import { takePendingOpening } from '../../../src/device/workerMessages.ts';
import { Database } from '../../../src/outbox/records/database.ts';
import { beginSignOut, mirrorSession } from '../../../src/outbox/records/sessionJournal.ts';
import type { openFrom } from '../../../sw/notificationClick.ts';
import { MemoryCaches } from '../../support/app/memoryCaches.ts';

const path = '/jobs/update/J1?chat=J1';

let memory: MemoryCaches;
let done: string[];
let windows: unknown[];
let open: typeof openFrom;
let db: Database;

/** Loads a worker that has just been woken by a click, on a device Ada is signed in on. */
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
  ({ openFrom: open } = await import('../../../sw/notificationClick.ts'));
  const { env } = await import('../../../sw/thisDevice.ts');
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

/** @param answer null: it hangs @param looked whether this worker may navigate it */
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

test('a click focuses the open window, which opens the job', async () => {
  windows = [window('one', true)];
  await click();
  expect(withoutReceipt()).toEqual(['closes', 'one is asked to open', 'one to the front']);
  expect(done).toContain('CLICKED');
});

test('a click focuses the window in use when there are two', async () => {
  windows = [window('one', true), window('two', true, true, true)];
  await click();
  expect(done).toContain('two to the front');
  expect(done).not.toContain('one to the front');
});

test('a click focuses and navigates a window that does not answer', async () => {
  windows = [window('one', null)];
  await click();
  expect(withoutReceipt().slice(2)).toEqual(['one to the front', `one goes to ${path}`]);
});

test('a click navigates a window that cannot be focused, and opens a new one', async () => {
  const late = window('one', null);
  windows = [{ ...late, focus: () => Promise.reject(new DOMException('Too late.', 'InvalidAccessError')) }];
  await click();
  expect(withoutReceipt().slice(2)).toEqual([`one goes to ${path}`, `opens ${path}`]);
});

test('a click opens a new window when the open one cannot be navigated', async () => {
  windows = [window('one', null, false)];
  await click();
  expect(withoutReceipt().slice(2)).toEqual(['one to the front', `opens ${path}`]);
});

test('a click without any window opens one, which finds the job once', async () => {
  await click();
  expect(withoutReceipt()).toEqual(['closes', `opens ${path}`]);
  expect(await takePendingOpening('ada')).toBe(path);
  expect(await takePendingOpening('ada')).toBeNull();
});

test('another user does not find the clicked job', async () => {
  await click();
  expect(await takePendingOpening('bob')).toBeNull();
});

test('the clicked job is forgotten after a minute', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  await click();
  vi.setSystemTime(Date.now() + 60_001);
  expect(await takePendingOpening('ada')).toBeNull();
});

test('a click on a notification of a signed-out user opens the app without a job', async () => {
  await beginSignOut(db, { now: Date.now }, 'ada', false);
  await click();
  expect(done).toEqual(['closes', 'opens /']);
  expect(memory.named.size).toBe(0);
});

test('a click on a notification without data opens the app', async () => {
  windows = [window('one', true)];
  await click(null);
  expect(done).toEqual(['closes', 'one to the front']);
});
