import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { freshRecord } from '../../support/app/freshRecord.ts';
import { inTheEnd } from '../../support/app/inTheEnd.ts';

let toasts: typeof import('../../../src/ui/feedback/toast.ts');
const posted: unknown[] = [];

type Installed = { controlled: boolean; installing?: boolean; listen?: unknown };

/**
 * Creates a browser with a waiting worker of this app, which controls the page or does not.
 *
 * @param listen in place of the registration's own
 */
async function installIn({ controlled, installing = false, listen }: Installed) {
  vi.resetModules();
  const worker = Object.assign(new EventTarget(), {
    scriptURL: 'https://app.test/sw.js',
    state: 'installed',
    postMessage: (message: unknown) => posted.push(message),
  });
  const next = Object.assign(new EventTarget(), { state: 'installing', postMessage: worker.postMessage });
  const registration = Object.assign(new EventTarget(), {
    active: worker,
    waiting: installing ? null : worker,
    installing: installing ? next : null,
    ...(listen !== undefined && { addEventListener: listen }),
  });
  vi.stubEnv('PROD', true);
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('location', new URL('https://app.test/'));
  vi.stubGlobal('document', Object.assign(new EventTarget(), { readyState: 'complete' }));
  vi.stubGlobal('navigator', {
    serviceWorker: Object.assign(new EventTarget(), {
      controller: controlled ? worker : null,
      register: async () => registration,
    }),
  });
  toasts = await import('../../../src/ui/feedback/toast.ts');
  const { installWorker } = await import('../../../src/app/start/update.ts');
  installWorker();
  await vi.advanceTimersByTimeAsync(1000);
  return installing ? next : worker;
}

beforeEach(() => {
  vi.useFakeTimers();
  posted.length = 0;
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

test('a version that waits beside the one in use is offered', async () => {
  await installIn({ controlled: true });
  expect(toasts.getToasts().map(({ text }) => text)).toEqual(['A new version of EV Jobs is ready.']);
});

test('a version that was being installed when the page had loaded so far is offered once it waits', async () => {
  const worker = await installIn({ controlled: true, installing: true });
  expect(toasts.getToasts()).toEqual([]);
  worker.state = 'installed';
  worker.dispatchEvent(new Event('statechange'));
  await vi.advanceTimersByTimeAsync(1000);
  expect(toasts.getToasts().map(({ text }) => text)).toEqual(['A new version of EV Jobs is ready.']);
});

test('a version that is installed by the time the browser tells of it is offered', async () => {
  const listeners: ((event: Event) => void)[] = [];
  // Browsers call those that capture first, at the target too; Node does not.
  const listen = (_: string, listener: (event: Event) => void, options?: { capture: boolean }) =>
    options?.capture ? listeners.unshift(listener) : listeners.push(listener);
  const worker = await installIn({ controlled: true, installing: true, listen });
  const registration = await navigator.serviceWorker.register('/sw.js');
  Object.assign(worker, { state: 'installed' });
  Object.assign(registration, { installing: null, waiting: worker });
  const found = new Event('updatefound');
  let isStopped = false;
  found.stopImmediatePropagation = () => {
    isStopped = true;
  };
  for (const listener of listeners) if (!isStopped) listener(found);
  await vi.advanceTimersByTimeAsync(1000);
  expect(toasts.getToasts().map(({ text }) => text)).toEqual(['A new version of EV Jobs is ready.']);
});

test('no new version is offered on a first visit, though the browser reports the first worker as waiting', async () => {
  await installIn({ controlled: false });
  expect(toasts.getToasts()).toEqual([]);
});

test('each start asks the worker to restore files that the browser has deleted', async () => {
  await installIn({ controlled: true });
  expect(posted).toEqual([{ type: 'RESTORE_FILES' }]);
});

test('a page that accepted a new version reloads when that version is active, and not before', async () => {
  const worker = await installIn({ controlled: true });
  let reloads = 0;
  Object.assign(location, { reload: () => (reloads += 1) });
  toasts
    .getToasts()
    .find(({ text }) => text === 'A new version of EV Jobs is ready.')
    ?.action?.run();
  await inTheEnd(() => expect(posted).toContainEqual({ type: 'SKIP_WAITING' }));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(reloads).toBe(0);
  worker.state = 'activated';
  worker.dispatchEvent(new Event('statechange'));
  await inTheEnd(() => expect(reloads).toBe(1));
});

test('a press that waits for what is typed and saved nowhere says so', async () => {
  const worker = await installIn({ controlled: true });
  let reloads = 0;
  Object.assign(location, { reload: () => (reloads += 1) });
  const refuse = (event: Event) => event.preventDefault();
  document.addEventListener('before-reload', refuse);
  const press = (start: string) =>
    toasts
      .getToasts()
      .find(({ text }) => text.startsWith(start))
      ?.action?.run();
  const typed =
    'What you typed on this page isn’t saved. EV Jobs updates once you save it or leave the page.';
  press('A new version');
  const texts = () => toasts.getToasts().map(({ text }) => text);
  expect(texts()).toContain(typed);
  for (const one of toasts.getToasts()) if (one.text === typed) toasts.dismissToast(one.id);
  // Another window has activated it.
  navigator.serviceWorker.dispatchEvent(new Event('controllerchange'));
  press('EV Jobs was updated');
  expect(texts()).toContain(typed);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(reloads).toBe(0);
  document.removeEventListener('before-reload', refuse);
  worker.state = 'activated';
  await inTheEnd(async () => {
    await vi.advanceTimersByTimeAsync(1000);
    expect(reloads).toBeGreaterThan(0);
  });
});

test('an accepted version does not wait for what is queued, and says that it stays', async () => {
  await installIn({ controlled: true });
  Object.assign(location, { reload: () => undefined });
  const { setRecords } = await import('../../../src/outbox/records/waiting.ts');
  const payload = {
    content: 'queued',
    fromUserType: 'CLIENT',
    jobReporter: 'ada@ev.test',
    assignedTo: '',
  } as const;
  const of = { ownerUid: 'ada', ownerEmail: 'ada@ev.test', jobId: 'J1', laneKey: 'J1', clientId: 'one' };
  setRecords([{ ...freshRecord, ...of, seq: 1, kind: 'message', payload, files: [] }]);
  toasts
    .getToasts()
    .find(({ text }) => text === 'A new version of EV Jobs is ready.')
    ?.action?.run();
  await inTheEnd(() => expect(posted).toContainEqual({ type: 'SKIP_WAITING' }));
  const said = toasts.getToasts().map(({ text }) => text);
  expect(said.join(' ')).toMatch(/stays in your outbox/);
  expect(said.join(' ')).not.toMatch(/everything is sent/);
});

test('an accepted version takes over only when text typed a moment before is saved', async () => {
  await installIn({ controlled: true });
  const { changeDraft } = await import('../../../src/features/chat/chatDrafts.ts');
  const { draftStores } = await import('../../support/app/draftStores.ts');
  Object.assign(location, { reload: () => undefined });
  vi.useRealTimers();
  changeDraft('ada@client.test', 'J1', { text: 'typed and not sent', files: [] });
  const takesOver = new Promise<void>((resolve) => {
    posted.push = (message: unknown) => {
      if ((message as { type: string }).type === 'SKIP_WAITING') resolve();
      return 0;
    };
  });
  toasts
    .getToasts()
    .find(({ text }) => text === 'A new version of EV Jobs is ready.')
    ?.action?.run();
  await takesOver;
  expect((await draftStores().drafts()).map(({ content }) => content)).toMatchObject([
    { text: 'typed and not sent' },
  ]);
});
