import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PushPayload } from '../../../src/contract/users/notifications.ts';
import type { WorkerRequest } from '../../../src/device/workerMessages.ts';
import { Database } from '../../../src/outbox/records/database.ts';
import { beginSignOut, mirrorSession } from '../../../src/outbox/records/sessionJournal.ts';
import type { IncomingPush } from '../../../sw/readPush.ts';
import type { receivePush } from '../../../sw/receivePush.ts';

const chromium =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0 Safari/537.36';
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Mobile Safari/604.1';

type Shown = { title: string } & NotificationOptions & { renotify?: boolean };

let shown: Shown[];
let receipts: unknown[];
let badge: (number | 'cleared')[];
let windows: {
  visibilityState: string;
  postMessage: (question: WorkerRequest, ports: MessagePort[]) => void;
}[];
let userAgent: string;
let receive: typeof receivePush;
let db: Database;

/** Loads a worker that has just been woken by a push, on a device Ada is signed in on. */
beforeEach(async () => {
  [shown, receipts, badge, windows, userAgent] = [[], [], [], [], chromium];
  vi.resetModules();
  vi.stubGlobal('indexedDB', new IDBFactory());
  vi.stubGlobal('navigator', {
    get userAgent() {
      return userAgent;
    },
    setAppBadge: async (count: number) => badge.push(count),
    clearAppBadge: async () => badge.push('cleared'),
  });
  vi.stubGlobal('location', new URL('https://jobs.test/sw.js'));
  vi.stubGlobal('fetch', async (request: Request) => {
    receipts.push(await request.json());
    throw new TypeError('Failed to fetch');
  });
  vi.stubGlobal('self', {
    location: { origin: 'https://jobs.test' },
    clients: { matchAll: async () => windows },
    registration: {
      getNotifications: async ({ tag }: { tag: string }) => shown.filter((one) => one.tag === tag),
      async showNotification(title: string, options: NotificationOptions) {
        shown = [...shown.filter(({ tag }) => tag !== options.tag), { title, ...options }];
      },
    },
  });
  ({ receivePush: receive } = await import('../../../sw/receivePush.ts'));
  const { env } = await import('../../../sw/thisDevice.ts');
  db = new Database(env);
  await mirrorSession(db, { uid: 'ada', email: 'ada@client.test', idToken: 'x', exp: 0 });
});
afterEach(() => vi.unstubAllGlobals());

const data = { ownerUid: 'ada', jobId: 'J1', communicationId: 'm1', receipt: 'r1', unread: 3 };

function payload(more: Partial<PushPayload['notification']['data']> = {}): PushPayload {
  return {
    web_push: 8030,
    app_badge: 3,
    mutable: true,
    notification: {
      title: 'Elm Street',
      body: 'There is a message for you.',
      navigate: 'https://elsewhere.test/jobs/update/J1?chat=J1',
      tag: 'job:J1',
      lang: 'en',
      dir: 'ltr',
      silent: false,
      data: { ...data, ...more },
    },
  };
}

function pushed(body: unknown): IncomingPush {
  return {
    data: { json: () => JSON.parse(typeof body === 'string' ? body : JSON.stringify(body)) },
  } as IncomingPush;
}

function windowThatSays(answer: boolean | null, visibilityState = 'visible'): (typeof windows)[number] {
  return {
    visibilityState,
    postMessage: (_question, [port]) => answer !== null && port?.postMessage(answer),
  };
}

test('a push for the signed-in user is shown, and its click target lies in this app', async () => {
  await receive(pushed(payload()));
  expect(shown).toMatchObject([
    {
      title: 'Elm Street',
      body: 'There is a message for you.',
      tag: 'job:J1',
      renotify: true,
      data: { path: '/jobs/update/J1?chat=J1', ownerUid: 'ada', receipt: 'r1' },
    },
  ]);
  expect(receipts).toEqual([{ receipt: 'r1', outcome: 'SHOWN' }]);
  expect(badge).toEqual([3]);
});

test('a push about a delivery opens the deliverables, which are a place on the page', async () => {
  const { notification, ...rest } = payload({ communicationId: '' });
  const navigate = 'https://jobs.test/jobs/update/J1#deliverables';
  await receive(pushed({ ...rest, notification: { ...notification, navigate } }));
  expect(shown).toMatchObject([{ data: { path: '/jobs/update/J1#deliverables' } }]);
});

test('a later push of a job replaces the earlier one, with a sound', async () => {
  await receive(pushed(payload()));
  await receive(pushed(payload({ communicationId: 'm2', receipt: 'r2' })));
  expect(shown).toMatchObject([{ renotify: true, data: { receipt: 'r2' } }]);
});

test('the same push again makes no sound', async () => {
  await receive(pushed(payload()));
  await receive(pushed(payload()));
  expect(shown).toMatchObject([{ renotify: false }]);
});

test('a push that is sent again with what came meanwhile makes a sound', async () => {
  await receive(pushed(payload()));
  const again = payload();
  again.notification.body = 'There are two messages for you.';
  await receive(pushed(again));
  expect(shown).toMatchObject([{ renotify: true, body: again.notification.body }]);
});

test('a push without unread messages clears the badge', async () => {
  await receive(pushed(payload({ unread: 0 })));
  expect(badge).toEqual(['cleared']);
});

test.each([
  ['nothing', { data: null }],
  ['no JSON', pushed('not json')],
  ['something else', pushed({ hello: 'world' })],
  ['a payload without its owner', pushed(payload({ ownerUid: '' }))],
])('a push of %s is shown without a text', async (_, event) => {
  await receive(event);
  expect(shown).toMatchObject([{ title: 'EV Jobs', body: 'You have updates. Open EV Jobs to see them.' }]);
  expect(badge).toEqual([]);
});

async function saysNothing(): Promise<void> {
  await receive(pushed(payload()));
  expect(shown).toMatchObject([{ title: 'EV Jobs', body: 'Another account on this device has updates.' }]);
  expect(JSON.stringify(shown)).not.toMatch(/Elm|J1|ada/);
  expect(badge).toEqual([]);
  // Counts as no push that was shown to its user, whom an email has to reach.
  expect(receipts).toEqual([{ receipt: 'r1', outcome: 'SEEN' }]);
}

test('a push for another user is shown without its text', async () => {
  await mirrorSession(db, { uid: 'bob', email: 'bob@ev.test', idToken: 'x', exp: 0 });
  await saysNothing();
});

test('a push for a signed-out user is shown without its text', async () => {
  await beginSignOut(db, { now: Date.now }, 'ada', false);
  await saysNothing();
});

test('a push is shown without its text where a newer version of the app keeps the session', async () => {
  await db.close();
  await new Promise<void>((resolve, reject) => {
    const opening = indexedDB.open('ev-outbox', 99);
    opening.onsuccess = () => resolve(opening.result.close());
    opening.onerror = () => reject(opening.error);
  });
  await receive(pushed(payload()));
  // Nothing of another account: that is not known.
  expect(shown).toMatchObject([{ title: 'EV Jobs', body: 'You have updates. Open EV Jobs to see them.' }]);
  expect([receipts, badge]).toEqual([[], []]);
});

test.each([
  ['Chromium', chromium],
  ['Firefox', firefox],
])('%s does not show a message that is already on the screen', async (_, browser) => {
  userAgent = browser;
  windows = [windowThatSays(false), windowThatSays(true)];
  await receive(pushed(payload()));
  expect(shown).toEqual([]);
  expect(receipts).toEqual([{ receipt: 'r1', outcome: 'SEEN' }]);
});

test('a push leaves the badge to a window in sight, which knows what came after it', async () => {
  windows = [windowThatSays(false)];
  await receive(pushed(payload()));
  expect(badge).toEqual([]);
  windows = [windowThatSays(false, 'hidden')];
  await receive(pushed(payload()));
  expect(badge).toEqual([3]);
});

test('WebKit shows it all the same, because it revokes push from apps that show nothing', async () => {
  userAgent = safari;
  windows = [windowThatSays(true)];
  await receive(pushed(payload()));
  expect(shown).toHaveLength(1);
  expect(receipts).toEqual([{ receipt: 'r1', outcome: 'SHOWN' }]);
});

test.each([
  ['that shows something else', windowThatSays(false)],
  ['that hangs', windowThatSays(null)],
  ['that nobody sees', windowThatSays(true, 'hidden')],
])('a window %s does not suppress a notification', async (_, window) => {
  windows = [window];
  await receive(pushed(payload()));
  expect(shown).toHaveLength(1);
});

test('a declarative push is read like a payload', async () => {
  const { title, body, tag, navigate, silent } = payload().notification;
  const notification = { title, body, tag, navigate, silent, data };
  await receive({ data: null, notification });
  expect(shown).toMatchObject([{ title: 'Elm Street', data: { path: '/jobs/update/J1?chat=J1' } }]);
});

test('a push also wakes the outbox of a window', async () => {
  windows = [windowThatSays(false)];
  const window = new BroadcastChannel('ev-outbox');
  const heard = new Promise((resolve) => window.addEventListener('message', ({ data }) => resolve(data)));
  await receive(pushed(payload()));
  expect(await heard).toEqual({ type: 'drain' });
  window.close();
});
