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

type Launch = (params: { targetURL: string; files?: object[] }) => void;

const atOnce = async () => undefined;

/**
 * Opens the app in a window.
 *
 * @param queued the launches that the browser has for it by then
 * @param navigation as the browser tells of it
 */
function openWindow(
  path: string,
  queued: readonly string[],
  navigation: object[] = [],
  mayLeave: () => Promise<void> = atOnce,
) {
  let launch: Launch = () => undefined;
  const setConsumer = (consumer: Launch) => {
    launch = consumer;
    for (const path of queued) consumer({ targetURL: at + path });
  };
  vi.stubGlobal('window', { launchQueue: { setConsumer } });
  vi.stubGlobal('location', new URL(at + path));
  vi.stubGlobal('performance', { getEntriesByType: () => navigation });
  const went: string[] = [];
  followLaunches((path) => went.push(path), mayLeave);
  return { went, launch };
}

test('a window that is reloaded stays where it is, whatever launched it before, and follows the next launch', () => {
  const reload = { type: 'reload', name: `${at}/jobs/update/J7` };
  const { went, launch } = openWindow('/jobs/update/J7', ['/messages'], [reload]);
  expect(went).toEqual([]);
  launch({ targetURL: `${at}/messages` });
  launch({ targetURL: `${at}/jobs/update/J7` });
  expect(went).toEqual(['/messages', '/jobs/update/J7']);
});

test('the launch that opened the window does not lead back to it from where its user has gone since', () => {
  const opened = { type: 'navigate', name: `${at}/messages` };
  const { went, launch } = openWindow('/jobs/update/J7', ['/messages'], [opened]);
  expect(went).toEqual([]);
  launch({ targetURL: `${at}/messages` });
  expect(went).toEqual(['/messages']);
});

test('the launch that opened the window changes nothing, and the same launch later does', () => {
  const { went, launch } = openWindow('/jobs/create', ['/jobs/create']);
  expect(went).toEqual([]);
  launch({ targetURL: `${at}/messages` });
  launch({ targetURL: `${at}/jobs/create` });
  expect(went).toEqual(['/messages', '/jobs/create']);
});

test('browsers without launch events start all the same', () => {
  vi.stubGlobal('window', {});
  vi.stubGlobal('location', new URL(at));
  expect(() => followLaunches(() => undefined, atOnce)).not.toThrow();
});

/** Stubs the form that files are posted by. @returns its `submit` */
function formOfFiles() {
  const submit = vi.fn<() => void>();
  const append = () => undefined;
  vi.stubGlobal(
    'DataTransfer',
    class {
      items = { add: () => undefined };
      files = [];
    },
  );
  vi.stubGlobal('document', { createElement: () => ({ append, submit }), body: { append } });
  return submit;
}

const targetURL = `${at}/share`;

test('files that are opened with the app take the place of its page once nothing typed is lost by it', async () => {
  const submit = formOfFiles();
  const idle = Promise.withResolvers<void>();
  const mayLeave = vi.fn(() => idle.promise);
  const { launch } = openWindow('/', [], [], mayLeave);
  launch({ targetURL, files: [{ getFile: async () => new File([], 'plan.pdf') }] });
  await vi.waitFor(() => expect(mayLeave).toHaveBeenCalledOnce());
  expect(submit).not.toHaveBeenCalled();
  idle.resolve();
  await vi.waitFor(() => expect(submit).toHaveBeenCalledOnce());
});

test('a file that the browser cannot open is said to be missed', async () => {
  const submit = formOfFiles();
  const { went, launch } = openWindow('/', []);
  const getFile = async () => {
    throw new DOMException('It was moved.', 'NotFoundError');
  };
  launch({ targetURL, files: [{ getFile }] });
  await vi.waitFor(() => expect(went).toEqual(['/share?missed=1']));
  expect(submit).not.toHaveBeenCalled();
});
