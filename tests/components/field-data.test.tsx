import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { RequestOf } from '../../src/contract/calls.ts';
import type { FieldMeasure } from '../../src/contract/fieldData.ts';
import { people } from '../support/server/people.ts';
import { longConversation, manyMessages } from './support/data.ts';
import { answering, goTo, marked, openApp, sees } from './support/openApp.ts';

// The app is hundreds of modules here.
performance.setResourceTimingBufferSize(10_000);

type FieldData = RequestOf<'fieldData'>;

/** What was handed to the browser to be sent, as text. */
const beacons: string[] = [];
let takesBeacons = true;
let stop: () => void = () => undefined;

const isLoaded = () =>
  performance.getEntriesByType('resource').some(({ name }) => name.includes('measureField'));
const statuses = () =>
  performance
    .getEntriesByType('resource')
    .filter(({ name }) => name.endsWith('/api/field-data'))
    .map((entry) => (entry as PerformanceResourceTiming).responseStatus);

/** Leaves the app, and returns to it. @returns what was sent meanwhile */
async function leave(): Promise<FieldData[]> {
  const before = beacons.length;
  const state = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
  state.mockRestore();
  document.dispatchEvent(new Event('visibilitychange'));
  await vi.waitFor(() => expect(beacons).not.toContain(''));
  return beacons.slice(before).map((text) => JSON.parse(text) as FieldData);
}

function measuresIn(sent: readonly FieldData[]): FieldMeasure[] {
  return sent.flatMap(({ measured }) => measured.map(({ what }) => what));
}

async function sendMessage(words: string): Promise<void> {
  await page.getByPlaceholder('Type your message…').fill(words);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  const { waitingRecords } = await import('../../src/outbox/records/waiting.ts');
  const sent = () =>
    waitingRecords().find(({ kind, payload }) => kind === 'message' && payload.content === words);
  await expect.poll(() => sent()?.state).toBe('acked');
}

beforeAll(async () => {
  const { sendBeacon } = navigator;
  navigator.sendBeacon = (url, data) => {
    if (!takesBeacons) return false;
    const at = beacons.push('') - 1;
    void (data as Blob).text().then((text) => {
      beacons[at] = text;
    });
    return sendBeacon.call(navigator, url, data);
  };
  // The page of the tests is a frame with an address of its own.
  const { getEntriesByType } = performance;
  performance.getEntriesByType = (type) => {
    if (type !== 'navigation') return getEntriesByType.call(performance, type);
    return [{ name: `${location.origin}/jobs/listing/all` } as PerformanceEntry];
  };
  await openApp('client', '/jobs/listing/all');
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => stop());

test('a server that counts nothing is sent nothing, and its app does not even load what measures', async () => {
  await sees('Jobs');
  const { queryClient } = await import('../../src/api/queries.ts');
  await expect.poll(() => queryClient.isFetching()).toBe(0);
  await goTo(`/jobs/listing/all?chat=${longConversation}`);
  await expect.element(page.getByRole('log').getByText(`Message ${manyMessages}.`)).toBeVisible();
  expect(await leave()).toEqual([]);
  expect(isLoaded()).toBe(false);
});

test('a start, a tap and a message are sent as the app is left, in one request that the server takes, and nothing says whose they are', async () => {
  stop = answering(/\/api\/firm$/, async (_, send) => {
    const { body } = (await (await send()).json()) as { body: object };
    return marked({ body: { ...body, fieldData: true } });
  });
  const { noteReachable, noteUnreachable } = await import('../../src/api/connectivity.ts');
  noteUnreachable();
  noteReachable();
  await expect.poll(isLoaded, { timeout: 20_000 }).toBe(true);
  await userEvent.click(page.getByRole('button', { name: 'Expand chat' }));
  await sendMessage('The stamp goes on sheet A1');
  // The browser reports what a tap took once it has time, which a busy machine may never have.
  await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 10_000 }));
  const sent = await leave();
  expect(sent).toHaveLength(1);
  expect(new Set(measuresIn(sent))).toEqual(
    new Set(['largest-paint', 'interaction', 'list-from-server', 'outbox']),
  );
  const [first] = sent;
  expect(Object.keys(first ?? {}).sort()).toEqual(['engine', 'measured', 'screen']);
  expect(first?.engine).toBe('chromium');
  for (const one of first?.measured ?? []) {
    expect(Object.keys(one)).toEqual(['what', 'value']);
    expect(one.value).toBeGreaterThan(0);
  }
  expect(JSON.stringify(sent)).not.toMatch(/@|A1|job-/);
  expect(JSON.stringify(sent)).not.toContain(people.client.profile.lastName);
  await expect.poll(statuses).toEqual([200]);
});

test('the next time only what came since is sent, and a start counts once', async () => {
  expect(await leave()).toEqual([]);
  await userEvent.click(page.getByRole('button', { name: 'Collapse chat' }));
  await sendMessage('And on sheet A2');
  expect(measuresIn(await leave())).toEqual(['outbox']);
});

test('what the browser does not take, and what is measured without a connection, is sent the next time', async () => {
  const { noteReachable, noteUnreachable } = await import('../../src/api/connectivity.ts');
  takesBeacons = false;
  await sendMessage('And on sheet A3');
  expect(await leave()).toEqual([]);
  takesBeacons = true;
  noteUnreachable();
  expect(await leave()).toEqual([]);
  noteReachable();
  expect(measuresIn(await leave())).toEqual(['outbox']);
  expect(await leave()).toEqual([]);
});
