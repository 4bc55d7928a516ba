import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { jsonResponse, pinResponse } from '../../../src/offline/storeResponse.ts';
import { Database } from '../../../src/outbox/records/database.ts';
import { enqueue } from '../../../src/outbox/records/enqueue.ts';
import type { Environment } from '../../../src/outbox/records/environment.ts';
import { note } from '../../outbox/support.ts';
import { inTheEnd } from '../../support/app/inTheEnd.ts';
import { MemoryCaches } from '../../support/app/memoryCaches.ts';
import { memoryStorage } from '../../support/app/memoryStorage.ts';
import { answerJson, signClientIn, testBackend } from '../support/backend.ts';

const ada = { uid: 'u-ada', email: 'ada@ev.test' };

vi.mock('../../../src/session/firebase.ts', () => ({
  onUser: (tell: (person: object) => void) => tell({ ...ada, emailVerified: true }),
  currentUser: () => ({ ...ada, emailVerified: true }),
  reloadUser: async () => ({ ...ada, emailVerified: true }),
  followTokens: () => () => {},
  isProviderLoaded: () => true,
  readToken: async () => ({ ...ada, idToken: 'token', exp: 4_000_000_000 }),
  signOutUser: async () => {},
}));

const local = new Map<string, string>();
vi.stubGlobal('localStorage', memoryStorage(local));

const backend = testBackend();
const canary = 'Xylophone canary';
const mark = `staff:${ada.uid}`;
let memory: MemoryCaches;
let userType: string;
let approved: boolean;
let lost: number;
type Modules = {
  session: typeof import('../../../src/session/session.ts');
  responses: typeof import('../../../src/offline/responses.ts');
  queries: typeof import('../../../src/api/queries.ts');
};
let app: Modules;

/** Starts the app, as far as it decides about the role. */
async function start(): Promise<void> {
  vi.resetModules();
  app = {
    session: await import('../../../src/session/session.ts'),
    responses: await import('../../../src/offline/responses.ts'),
    queries: await import('../../../src/api/queries.ts'),
  };
  const { purgeOnRoleLoss } = await import('../../../src/session/role.ts');
  await signClientIn(app.session);
  purgeOnRoleLoss(() => {
    lost += 1;
  });
  await app.session.startSession();
  await inTheEnd(() => expect(app.session.getSession().stage).toMatch(/^(active|unapproved)$/));
}

/** Leaves in every store what staff read. */
async function readAsStaff(): Promise<void> {
  const { queryClient, keys } = app.queries;
  queryClient.setQueryData(keys.staffNotes('J1'), { items: [{ content: canary }], startAfter: null });
  queryClient.setQueryData(keys.conversation('J1'), [{ content: canary }]);
  const queryKey = keys.conversation('J2');
  const state = { data: [{ content: canary }], dataUpdatedAt: Date.now(), status: 'success' };
  const queries = [{ queryKey, queryHash: JSON.stringify(queryKey), state }];
  const persisted = { timestamp: Date.now(), buster: '1', clientState: { mutations: [], queries } };
  local.set(`q:${ada.uid}`, JSON.stringify(persisted));
  const cache = await app.responses.openResponses(ada.uid);
  const key = await app.responses.cacheKey(ada.uid, '/jobs/J1/notes');
  await pinResponse(cache, key, jsonResponse(canary, Date.now()));
}

/** Returns where the canary still is. */
async function traces(): Promise<string[]> {
  const { queryClient } = app.queries;
  const cached = await Promise.all(
    [...memory.named.values()].flatMap(({ stored }) => stored.map(({ response }) => response.clone().text())),
  );
  return [
    ...queryClient
      .getQueryCache()
      .getAll()
      .flatMap(({ state }) => JSON.stringify(state.data) ?? []),
    ...local.values(),
    ...cached,
  ].filter((text) => text.includes('Xylophone'));
}

beforeEach(() => {
  // A purge goes on after its test, seconds later: its timer ends with the test, or it would purge what the next one reads.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  local.clear();
  lost = 0;
  userType = 'EMPLOYEE';
  approved = true;
  memory = new MemoryCaches();
  vi.stubGlobal('caches', memory);
  backend.handle = (_, response) =>
    answerJson(response, 200, {
      body: {
        email: ada.email,
        firstName: 'Ada',
        lastName: 'Admin',
        userName: 'Ada A.',
        company: 'EV',
        phoneNumber: '+14155550132',
        address: { streetName: '1 Main St', city: 'Austin', state: 'TX', zipcode: '78701' },
        userType,
        userApproved: approved,
        userRefused: false,
        createdTimestamp: 1_700_000_000,
      },
    });
});
afterEach(() => vi.useRealTimers());

test.each([
  ['a client', () => (userType = 'CLIENT')],
  ['without approval', () => (approved = false)],
])('what staff read is in no store once they are %s', async (_, change) => {
  await start();
  await readAsStaff();
  expect(await traces()).toHaveLength(4);
  expect(local.get(mark)).toBe('1');
  change();
  await app.session.refresh();
  await inTheEnd(async () => expect(await traces()).toEqual([]));
  expect(lost).toBe(1);
});

test('a purge that was interrupted is continued by the next start, though the device remembers a client', async () => {
  await start();
  await readAsStaff();
  userType = 'CLIENT';
  // Another process of the browser, with the same storage.
  await start();
  await inTheEnd(async () => expect(await traces()).toEqual([]));
  expect(lost).toBe(1);
});

test('a response that arrives during the purge is purged too, and the mark stays until then', async () => {
  await start();
  await readAsStaff();
  userType = 'CLIENT';
  await app.session.refresh();
  await inTheEnd(async () => expect(await traces()).toEqual([]));
  const cache = await app.responses.openResponses(ada.uid);
  await cache.put('https://kept.invalid/late', new Response(canary));
  expect(local.get(mark)).toBe('1');
  await vi.advanceTimersByTimeAsync(20_000);
  await inTheEnd(async () => expect(await traces()).toEqual([]));
  expect(local.has(mark)).toBe(false);
});

test('what a client read stays, and what an employee wrote stays in the outbox and in drafts', async () => {
  userType = 'CLIENT';
  await start();
  await readAsStaff();
  await app.session.refresh();
  expect(await traces()).toHaveLength(4);
  expect(lost).toBe(0);

  userType = 'EMPLOYEE';
  await start();
  const db = new Database({ indexedDB });
  const env = { now: Date.now, elapsed: () => 0, holder: 'page', uuid: () => 'id' } as Partial<Environment>;
  const draftRow = { owner: ada.email, form: 'note:J1', id: 'd1', uid: ada.uid, savedTimestamp: 1 };
  await enqueue(db, env as Environment, ada, note('written offline'), [], 'key-1');
  await db.writeAs('', ['drafts'], (tx) =>
    tx.objectStore('drafts').put({ ...draftRow, content: { note: 'half a note' }, files: [] }),
  );
  userType = 'CLIENT';
  await app.session.refresh();
  await inTheEnd(() => expect(lost).toBe(1));
  await inTheEnd(async () => expect(await traces()).toEqual([]));
  const counts = await db.read(['outbox', 'drafts'], async (tx) => [
    await tx.objectStore('outbox').count(),
    await tx.objectStore('drafts').count(),
  ]);
  expect(counts).toEqual([1, 1]);
  await db.close();
});

test('an admin who becomes an employee loses nothing', async () => {
  userType = 'ADMIN';
  await start();
  await readAsStaff();
  userType = 'EMPLOYEE';
  await app.session.refresh();
  expect(app.session.getSession()).toMatchObject({ profile: { userType: 'EMPLOYEE' } });
  expect(await traces()).toHaveLength(4);
  expect(lost).toBe(0);
});
