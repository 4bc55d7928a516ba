import { afterEach, expect, test, vi } from 'vitest';
import { followLaunches, pathOfLaunch } from '../../../src/device/launches.ts';

const at = 'https://ev.test';

test.each([
  ['a shortcut', `${at}/jobs/create`, '/jobs/create'],
  ['a link to a conversation', `${at}/jobs/update/J1?chat=J1`, '/jobs/update/J1?chat=J1'],
  ['the app’s own icon', `${at}/`, null],
  ['something shared, which the browser brings itself', `${at}/share-target`, null],
  ['another site', 'https://other.test/jobs/create', null],
  ['nothing', '', null],
  ['no launch at all', null, null],
])('a launch by %s leads to %s', (_, target, path) => {
  expect(pathOfLaunch(target, `${at}/messages`)).toBe(path);
});

afterEach(() => vi.unstubAllGlobals());

test('the launch that opened the window changes nothing, and the same launch later does', () => {
  let launch: (params: { targetURL: string }) => void = () => undefined;
  vi.stubGlobal('window', { launchQueue: { setConsumer: (consumer: typeof launch) => (launch = consumer) } });
  vi.stubGlobal('location', new URL(`${at}/jobs/create`));
  const went: string[] = [];
  followLaunches((path) => went.push(path));
  launch({ targetURL: `${at}/jobs/create` });
  expect(went).toEqual([]);
  launch({ targetURL: `${at}/messages` });
  launch({ targetURL: `${at}/jobs/create` });
  expect(went).toEqual(['/messages', '/jobs/create']);
});

test('browsers without launch events start all the same', () => {
  vi.stubGlobal('window', {});
  vi.stubGlobal('location', new URL(at));
  expect(() => followLaunches(() => undefined)).not.toThrow();
});
