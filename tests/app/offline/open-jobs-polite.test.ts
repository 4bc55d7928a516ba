import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { noteReachable, noteUnreachable } from '../../../src/api/connectivity.ts';
import { pauseOf } from '../../../src/app/start/keepOpenJobs.ts';
import { mayFetchUnasked } from '../../../src/device/connectionCost.ts';
import { openJobsText } from '../../../src/features/jobs/offline/openJobsText.ts';
import type { OfflineJob } from '../../../src/offline/offlineJobs.ts';
import type { OpenJobsState } from '../../../src/offline/openJobs.ts';
import type { OutboxRecord } from '../../../src/outbox/records/record.ts';
import { setRecords } from '../../../src/outbox/records/waiting.ts';

type Browser = { standalone?: boolean; userAgent?: string; maxTouchPoints?: number; connection?: object };

function inBrowser(browser: Browser): void {
  vi.stubGlobal('navigator', { userAgent: 'Mozilla/5.0 (X11; Linux x86_64)', maxTouchPoints: 0, ...browser });
}

const android = { userAgent: 'Mozilla/5.0 (Linux; Android 16) Mobile', maxTouchPoints: 5 };
const iphone = { userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)', maxTouchPoints: 5 };

beforeEach(() => inBrowser({}));
afterEach(() => {
  vi.unstubAllGlobals();
  noteReachable();
  setRecords([]);
});

test.each<[string, boolean, Browser]>([
  ['a browser', false, {}],
  ['a browser on Wi-Fi', false, { ...android, connection: { type: 'wifi' } }],
  ['the installed app on a desk', true, { standalone: true }],
  ['the installed app on Wi-Fi', true, { ...android, standalone: true, connection: { type: 'wifi' } }],
  [
    'the installed app on mobile data',
    false,
    { ...android, standalone: true, connection: { type: 'cellular' } },
  ],
  [
    'the installed app with data saver',
    false,
    { standalone: true, connection: { type: 'wifi', saveData: true } },
  ],
  ['the installed app on a phone that does not say', false, { ...iphone, standalone: true }],
])('in %s, keeping open jobs is on by default: %s', (_, expected, browser) => {
  inBrowser(browser);
  expect(mayFetchUnasked()).toBe(expected);
});

test('nothing is fetched by itself on mobile data, with data saver or on 2G, except when the user asks', () => {
  expect(pauseOf(false)).toBeNull();
  for (const [connection, pause] of [
    [{ type: 'cellular' }, 'metered'],
    [{ type: 'wifi', saveData: true }, 'metered'],
    [{ type: 'wifi', effectiveType: 'slow-2g' }, 'slow'],
  ] as const) {
    inBrowser({ connection });
    expect(pauseOf(false)).toBe(pause);
    expect(pauseOf(true)).toBeNull();
  }
});

test('nothing is fetched while the outbox sends or the backend cannot be reached, even when the user asks', () => {
  const record = { clientId: 'c', files: [], payload: {}, kind: 'message' };
  setRecords([{ ...record, state: 'queued' } as unknown as OutboxRecord]);
  expect(pauseOf(true)).toBe('sending');
  setRecords([{ ...record, state: 'failed' } as unknown as OutboxRecord]);
  expect(pauseOf(true)).toBeNull();
  noteUnreachable();
  expect(pauseOf(true)).toBe('offline');
});

const at = new Date(2026, 10, 21, 9, 2).getTime();

function textOf(
  state: OpenJobsState['state'],
  jobIds: string[],
  jobs: Partial<OfflineJob>[],
  isCut = false,
): string {
  const saved = new Map(jobs.map((job) => [job.jobId ?? '', job as OfflineJob]));
  return openJobsText({ listed: { jobIds, isCut, at }, state }, saved, at).replaceAll('\u00a0', ' ');
}

test('the state says how many jobs are there, how large they are, and how current', () => {
  const bytes = 42 * 1024 * 1024;
  const two = [
    { jobId: 'J1', at, bytes },
    { jobId: 'J2', at, bytes },
  ];
  expect(textOf('resting', ['J1', 'J2'], two)).toBe('2 jobs, 84 MB, updated 9:02 AM.');
  expect(textOf('updating', ['J1', 'J2', 'J3'], [...two, { jobId: 'J3', at: 0, bytes: 0 }])).toBe(
    '2 of 3 jobs, 84 MB, updating…',
  );
  expect(textOf('resting', ['J1', 'J2'], two, true)).toBe(
    '2 jobs, 84 MB, updated 9:02 AM. Only the 2 most recently updated jobs are included.',
  );
  expect(textOf('resting', [], [])).toBe('No open jobs, checked 9:02 AM.');
});
