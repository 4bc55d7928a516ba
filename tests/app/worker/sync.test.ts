import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Outbox } from '../../../src/outbox/Outbox.ts';
import { Database } from '../../../src/outbox/records/database.ts';
import type { Environment } from '../../../src/outbox/records/environment.ts';
import { mirrorSession } from '../../../src/outbox/records/sessionJournal.ts';
import { address, FakeBackend } from '../../support/app/fakeBackend.ts';

type Window = { visibilityState: 'visible' | 'hidden' };

let backend: FakeBackend;
let windows: Window[];
let worker: { sendWaiting(): Promise<void>; env: Environment };
const token = {
  uid: 'ada',
  email: 'ada@client.test',
  idToken: `h.${btoa(JSON.stringify({ sub: 'ada' }))}.s`,
  exp: 4_000_000_000,
};

/** Loads a worker that has just been woken, on a device of its own. */
beforeEach(async () => {
  backend = new FakeBackend();
  windows = [];
  vi.resetModules();
  vi.stubGlobal('location', new URL(address));
  vi.stubGlobal('fetch', backend.fetch);
  vi.stubGlobal('indexedDB', new IDBFactory());
  vi.stubGlobal('self', { clients: { matchAll: async () => windows } });
  const { sendWaiting } = await import('../../../sw/sendWaiting.ts');
  const { env } = await import('../../../sw/thisDevice.ts');
  worker = { sendWaiting, env };
});
afterEach(() => vi.unstubAllGlobals());

/** Leaves the device as a page does: signed in, with an unsent message. */
async function leaveMessage(content: string): Promise<void> {
  const db = new Database(worker.env);
  await mirrorSession(db, token);
  await db.close();
  const page = new Outbox({ ...worker.env, token: async () => 'later' });
  const payload = {
    content,
    fromUserType: 'CLIENT',
    jobReporter: 'ada@client.test',
    assignedTo: '',
  } as const;
  await page.send(token, { kind: 'message', jobId: 'J1', payload });
  await page.close();
}

/** Leaves the device as a page does that has just changed the status of a job, which can be undone for a moment. */
async function leaveChange(status: 'COMPLETED' | 'ON_HOLD', undoWindowMs: number): Promise<void> {
  const db = new Database(worker.env);
  await mirrorSession(db, token);
  await db.close();
  const page = new Outbox({ ...worker.env, token: async () => 'later' });
  const payload = { evJobId: 'J1', jobUpdateUser: token.email, version: 1, status };
  await page.send(token, { kind: 'update', jobId: 'J1', payload, undoWindowMs });
  await page.close();
}

function updates(): string[] {
  return backend.requests.flatMap(({ path }) => (path === '/jobs/update' ? path : []));
}

function arrived(): string[] {
  return backend.conversation.map(({ content }) => content);
}

test('the worker sends unsent messages with no window open', async () => {
  await leaveMessage('Hello');
  await worker.sendWaiting();
  expect(arrived()).toEqual(['Hello']);
});

test('a message that could not be sent stays, and the browser is asked to wake the worker again', async () => {
  await leaveMessage('Hello');
  backend.always('lost');
  await expect(worker.sendWaiting()).rejects.toThrow('not sent yet');
});

test('a refused message waits for its author and wakes nobody', async () => {
  await leaveMessage('Hello');
  backend.always({ status: 422, errorMessage: 'No.' });
  await worker.sendWaiting();
  expect(arrived()).toEqual([]);
});

test('a visible window sends its messages itself', async () => {
  await leaveMessage('Hello');
  windows = [{ visibilityState: 'visible' }];
  const window = new BroadcastChannel('ev-outbox');
  const heard = new Promise((resolve) => window.addEventListener('message', ({ data }) => resolve(data)));
  await worker.sendWaiting();
  expect(await heard).toEqual({ type: 'drain' });
  window.close();
  expect(backend.requests).toEqual([]);
});

test('the worker sends beside a hidden window, which may be frozen', async () => {
  await leaveMessage('Hello');
  windows = [{ visibilityState: 'hidden' }];
  await worker.sendWaiting();
  expect(arrived()).toEqual(['Hello']);
});

test('the worker neither sends nor retries when nobody is signed in', async () => {
  await worker.sendWaiting();
  expect(backend.requests).toEqual([]);
});

test('an old worker does nothing with a database of a newer version of the app', async () => {
  await leaveMessage('Hello');
  await new Promise<void>((resolve, reject) => {
    const opening = indexedDB.open('ev-outbox', 99);
    opening.onsuccess = () => resolve(opening.result.close());
    opening.onerror = () => reject(opening.error);
  });
  await worker.sendWaiting();
  expect(backend.requests).toEqual([]);
});

test('the worker sends a change whose window was closed once it can no longer be undone', async () => {
  const began = Date.now();
  await leaveChange('COMPLETED', 3000);
  await worker.sendWaiting();
  expect(updates()).toEqual(['/jobs/update']);
  expect(Date.now() - began).toBeGreaterThanOrEqual(3000);
});

test('the worker, woken while a window has something that can be undone, sends it where that window is closed', async () => {
  await leaveChange('ON_HOLD', 1000);
  windows = [{ visibilityState: 'visible' }];
  const sent = worker.sendWaiting();
  windows = [];
  await sent;
  expect(updates()).toEqual(['/jobs/update']);
});
