import { beforeEach, expect, test, vi } from 'vitest';
import { endNotifications, keepBadge } from '../../../src/device/shownNotifications.ts';

let shown: { ownerUid: string | undefined }[];
let badge: number | null;
let subscribed: boolean;
const local = new Map<string, string>();

/** Sets up a device that shows notifications of two users, and one without an owner. */
beforeEach(() => {
  shown = [{ ownerUid: 'u-ada' }, { ownerUid: 'u-bob' }, { ownerUid: undefined }];
  [badge, subscribed] = [3, true];
  local.clear();
  const unsubscribe = async () => {
    subscribed = false;
    return true;
  };
  const registration = {
    getNotifications: async () =>
      shown.map((data) => ({ data, close: () => shown.splice(shown.indexOf(data), 1) })),
    pushManager: {
      getSubscription: async () => (subscribed ? { endpoint: 'https://push.test/1', unsubscribe } : null),
    },
  };
  vi.stubGlobal('localStorage', { getItem: (name: string) => local.get(name) ?? null });
  vi.stubGlobal('navigator', {
    serviceWorker: { getRegistration: async () => registration },
    setAppBadge: async (count: number) => {
      badge = count;
    },
    clearAppBadge: async () => {
      badge = null;
    },
  });
});

test('a sign-out removes notifications and badge and unsubscribes, and a second one does no harm', async () => {
  await endNotifications('u-ada');
  await endNotifications('u-ada');
  expect({ shown, badge, subscribed }).toEqual({ shown: [], badge: null, subscribed: false });
});

test('a sign-out that is finished late leaves the next user’s notifications', async () => {
  const bob = { uid: 'u-bob', email: 'bob@ev.test', name: 'Bob', type: 'CLIENT', stage: 'active' };
  local.set('auth', JSON.stringify(bob));
  await endNotifications('u-ada');
  expect({ shown, badge, subscribed }).toEqual({
    shown: [{ ownerUid: 'u-bob' }],
    badge: 3,
    subscribed: true,
  });
});

test('a page shows its badge again when it is back in sight, because a push may have come', () => {
  const page = new EventTarget();
  vi.stubGlobal('document', page);
  const end = keepBadge(2);
  expect(badge).toBe(2);
  badge = 5;
  page.dispatchEvent(new Event('visibilitychange'));
  expect(badge).toBe(2);
  end();
  badge = 5;
  page.dispatchEvent(new Event('visibilitychange'));
  expect(badge).toBe(5);
});

test('a sign-out works in a browser without notifications', async () => {
  vi.stubGlobal('navigator', {});
  await endNotifications('u-ada');
  vi.stubGlobal('navigator', {
    serviceWorker: { getRegistration: () => Promise.reject(new DOMException('', 'SecurityError')) },
  });
  await endNotifications('u-ada');
});
