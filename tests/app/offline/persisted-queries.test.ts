import { QueryClient } from '@tanstack/react-query';
import * as v from 'valibot';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../../src/api/client.ts';
import { Job } from '../../../src/contract/jobs/job.ts';
import { type Persisting, persistQueries } from '../../../src/offline/persist.ts';
import { job, sentMessage } from '../../support/app/fakeBackend.ts';

const hourMs = 60 * 60 * 1000;
const start = Date.UTC(2026, 10, 21, 10);

const stored = new Map<string, string>();
const storage = {
  /** How many characters this browser can store. */
  room: Number.POSITIVE_INFINITY,
  getItem: (key: string) => stored.get(key) ?? null,
  setItem(key: string, value: string) {
    if (value.length > storage.room) throw new DOMException('', 'QuotaExceededError');
    stored.set(key, value);
  },
  removeItem: (key: string) => void stored.delete(key),
};
vi.stubGlobal('localStorage', storage);

beforeEach(() => {
  vi.useFakeTimers({ now: start });
  stored.clear();
  storage.room = Number.POSITIVE_INFINITY;
});
afterEach(() => {
  for (const { stop } of open.splice(0)) stop();
  vi.useRealTimers();
});

const said = (content: string) => sentMessage({ content, communicationId: content, sequence: 1 });
const list = (project: string) => ({ items: [v.parse(Job, { ...job, project })], startAfter: null });
const stats = { total: 4, byStatus: {}, byCategory: {}, highPriority: 1, unassigned: 0, newMessages: 3 };

let isRemembered = true;
const open: Persisting[] = [];

/** Starts a page of this user; the pages before it are closed. */
async function page(uid = 'ada'): Promise<QueryClient> {
  for (const { stop } of open.splice(0)) stop();
  isRemembered = true;
  const client = new QueryClient();
  const persisting = persistQueries(client, uid, () => isRemembered);
  open.push(persisting);
  await persisting.restored;
  return client;
}

async function saved(): Promise<void> {
  await vi.dynamicImportSettled();
  await vi.advanceTimersByTimeAsync(5000);
}

test('persisted data is there after a start, with its age', async () => {
  (await page()).setQueryData(['conversation', 'J1'], [said('hello')]);
  await saved();
  vi.setSystemTime(start + 5 * hourMs);
  const again = await page();
  expect(again.getQueryData(['conversation', 'J1'])).toEqual([said('hello')]);
  expect(again.getQueryState(['conversation', 'J1'])?.dataUpdatedAt).toBe(start);
});

test('persisted data is not from the future where the clock was set back since', async () => {
  (await page()).setQueryData(['conversation', 'J1'], [said('hello')]);
  await saved();
  vi.setSystemTime(start - hourMs);
  expect((await page()).getQueryState(['conversation', 'J1'])?.dataUpdatedAt).toBe(start - hourMs);
});

/** Leaves the page; none of its timers runs any more. */
function leave(how: 'hidden' | 'pagehide'): void {
  if (how === 'pagehide') return void globalThis.dispatchEvent(new Event('pagehide'));
  Object.assign(document, { visibilityState: 'hidden' });
  document.dispatchEvent(new Event('visibilitychange'));
}

test.each(['hidden', 'pagehide'] as const)(
  'data read a moment before the page is left (%s) is there after a start',
  async (how) => {
    const events = new EventTarget();
    vi.stubGlobal('addEventListener', events.addEventListener.bind(events));
    vi.stubGlobal('removeEventListener', events.removeEventListener.bind(events));
    vi.stubGlobal('dispatchEvent', events.dispatchEvent.bind(events));
    vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
    const client = await page();
    client.setQueryData(['conversation', 'J1'], [said('hello')]);
    await vi.dynamicImportSettled();
    await vi.advanceTimersByTimeAsync(100);
    client.setQueryData(['conversation', 'J1'], [said('hello'), said('just now')]);
    leave(how);
    vi.clearAllTimers();
    expect((await page()).getQueryData(['conversation', 'J1'])).toEqual([said('hello'), said('just now')]);
  },
);

test('persisted data is there for its user only', async () => {
  (await page('ada')).setQueryData(['conversation', 'J1'], [said('hello')]);
  await saved();
  expect((await page('bob')).getQueryData(['conversation', 'J1'])).toBeUndefined();
});

test('persisted data expires after a day', async () => {
  (await page()).setQueryData(['conversation', 'J1'], [said('hello')]);
  await saved();
  vi.setSystemTime(start + 25 * hourMs);
  expect((await page()).getQueryData(['conversation', 'J1'])).toBeUndefined();
  expect(stored.size).toBe(0);
});

test.each(['{"timestamp":1e15', '{"timestamp":1e15,"buster":"0","clientState":{"queries":[1]}}', '[]'])(
  'unreadable persisted data is dropped: %s',
  async (text) => {
    stored.set('q:ada', text);
    vi.spyOn(console, 'warn').mockReturnValue();
    vi.spyOn(console, 'error').mockReturnValue();
    expect((await page()).getQueryCache().getAll()).toEqual([]);
    expect(stored.size).toBe(0);
  },
);

test('a scheduled save does not run after persistence stopped', async () => {
  (await page()).setQueryData(['conversation', 'J1'], [said('canary')]);
  await vi.advanceTimersByTimeAsync(1999);
  for (const { stop } of open.splice(0)) stop();
  stored.clear();
  await saved();
  expect(stored.size).toBe(0);
});

test('a save that has just begun writes nothing after persistence stopped', async () => {
  (await page()).setQueryData(['conversation', 'J1'], [said('canary')]);
  vi.advanceTimersByTime(2000);
  for (const { stop } of open.splice(0)) stop();
  stored.clear();
  await saved();
  expect(stored.size).toBe(0);
});

test('a save in a window that has not heard of the sign-out writes nothing', async () => {
  (await page()).setQueryData(['conversation', 'J1'], [said('canary')]);
  isRemembered = false;
  await saved();
  expect(stored.size).toBe(0);
});

test('only the first page of a list is persisted, and nothing that needs a connection anyway', async () => {
  const client = await page();
  client.setQueryData(['jobs', 'ada', []], { pages: [list('a'), list('b')], pageParams: [undefined, 'x'] });
  client.setQueryData(['device-storage'], 1);
  await saved();
  const again = await page();
  expect(again.getQueryData(['jobs', 'ada', []])).toEqual({ pages: [list('a')], pageParams: [null] });
  expect(again.getQueryData(['device-storage'])).toBeUndefined();
});

async function failReading(client: QueryClient, error: Error): Promise<void> {
  const reading = { queryKey: ['job', 'J1'], queryFn: () => Promise.reject(error), retry: false };
  await client.fetchQuery({ ...reading, staleTime: 0 }).catch(() => undefined);
}

test('a refetch that failed for lack of a connection drops nothing, and a refusal drops its data', async () => {
  const client = await page();
  client.setQueryData(['job', 'J1'], { ...job, project: 'canary' });
  await failReading(client, new ApiError('offline'));
  client.setQueryData(['job', 'J2'], 1);
  await saved();
  expect(stored.get('q:ada')).toContain('canary');
  await failReading(client, new ApiError('not-found'));
  client.setQueryData(['job', 'J2'], 2);
  await saved();
  expect(stored.get('q:ada')).not.toContain('canary');
});

test('a refetch that the server had no time for drops nothing', async () => {
  const client = await page();
  client.setQueryData(['job', 'J1'], { ...job, project: 'canary' });
  await failReading(client, new ApiError('rate-limited'));
  client.setQueryData(['job', 'J2'], 1);
  await saved();
  expect(stored.get('q:ada')).toContain('canary');
});

test('the latest jobs are persisted, within two megabytes', async () => {
  const client = await page();
  client.setQueryData(['jobs', 'ada', []], { pages: [list('first')], pageParams: [null] });
  for (let n = 0; n < 100; n += 1) {
    vi.setSystemTime(start + n);
    client.setQueryData(['job', `J${n}`], { ...job, jobDescription: 'x'.repeat(30_000) });
  }
  await saved();
  const text = stored.get('q:ada') ?? '';
  expect(text.length).toBeLessThanOrEqual(1_000_000);
  const again = await page();
  expect(again.getQueryData(['job', 'J99'])).toBeDefined();
  expect(again.getQueryData(['job', 'J10'])).toBeUndefined();
  expect(again.getQueryData(['jobs', 'ada', []])).toBeDefined();
});

test('the least important data is dropped where the storage is nearly full', async () => {
  const client = await page();
  client.setQueryData(['userStats', 'ada'], stats);
  client.setQueryData(['job', 'J1'], { ...job, jobDescription: 'x'.repeat(30_000) });
  storage.room = 10_000;
  await saved();
  const again = await page();
  expect(again.getQueryData(['userStats', 'ada'])).toEqual(stats);
  expect(again.getQueryData(['job', 'J1'])).toBeUndefined();
});
