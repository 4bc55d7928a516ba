import { beforeEach, expect, test, vi } from 'vitest';
import { endNotifications } from '../../src/device/notifications.ts';

let shown: { ownerUid: string | undefined }[];
let badge: number | null;
let subscribed: boolean;
const local = new Map<string, string>();

/** A device with notifications of two people on its screen, and one of nobody. */
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

test('a sign-out clears the screen and the icon, and ends the subscription; twice is no harm', async () => {
  await endNotifications('u-ada');
  await endNotifications('u-ada');
  expect({ shown, badge, subscribed }).toEqual({ shown: [], badge: null, subscribed: false });
});

test('one that is ended late leaves the person after what is theirs', async () => {
  const bob = { uid: 'u-bob', email: 'bob@ev.test', name: 'Bob', type: 'CLIENT', stage: 'active' };
  local.set('auth', JSON.stringify(bob));
  await endNotifications('u-ada');
  expect({ shown, badge, subscribed }).toEqual({
    shown: [{ ownerUid: 'u-bob' }],
    badge: 3,
    subscribed: true,
  });
});

test('a browser that has nothing of it lets everybody go', async () => {
  vi.stubGlobal('navigator', {});
  await endNotifications('u-ada');
  vi.stubGlobal('navigator', {
    serviceWorker: { getRegistration: () => Promise.reject(new DOMException('', 'SecurityError')) },
  });
  await endNotifications('u-ada');
});
