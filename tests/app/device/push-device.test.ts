import { createHash } from 'node:crypto';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Device } from '../../../src/contract/users/notifications.ts';
import { createPush, type Push } from '../../../src/device/push.ts';
import { unsubscribe } from '../../../src/device/pushSubscription.ts';
import { inTheEnd } from '../../support/app/inTheEnd.ts';
import { answerJson, testBackend } from '../support/backend.ts';

const backend = testBackend();

const key = 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM';

class Subscription {
  readonly endpoint: string;
  readonly options: { applicationServerKey: ArrayBuffer };
  constructor(publicKey: string) {
    this.endpoint = `https://push.test/${++made}`;
    this.options = { applicationServerKey: new Uint8Array(Buffer.from(publicKey, 'base64url')).buffer };
  }
  toJSON() {
    return { endpoint: this.endpoint, keys: { p256dh: 'p', auth: 'a' } };
  }
  unsubscribe = async () => {
    did.push('browser: unsubscribed');
    browser.subscription = null;
    return true;
  };
}

/** The state of the browser that matters for push. */
const browser = {
  permission: 'default' as NotificationPermission,
  /** The user's answer to the permission prompt. */
  answer: 'granted' as NotificationPermission,
  refusal: null as Error | null,
  hangs: false,
  subscription: null as Subscription | null,
};

let made = 0;
let did: string[];
let devices: Device[];
let publicKey: string;
let push: Push;
const local = new Map<string, string>();

function deviceIdOf({ endpoint }: Subscription): string {
  return createHash('sha256').update(endpoint).digest('base64url');
}

function deviceOf(subscription: Subscription, state: Device['state'] = 'SUBSCRIBED'): Device {
  return {
    deviceId: deviceIdOf(subscription),
    label: 'Chrome on Linux',
    service: 'push.test',
    createdTimestamp: 1,
    seenTimestamp: 1,
    state,
    acceptedTimestamp: null,
    shownTimestamp: null,
    error: '',
    test: null,
  };
}

beforeEach(async () => {
  Object.assign(browser, {
    permission: 'default',
    answer: 'granted',
    refusal: null,
    hangs: false,
    subscription: null,
  });
  [did, devices, publicKey] = [[], [], key];
  local.clear();
  const pushManager = {
    getSubscription: async () => browser.subscription,
    async subscribe({ applicationServerKey }: { applicationServerKey: string }) {
      if (browser.refusal) throw browser.refusal;
      if (browser.hangs) {
        did.push('browser: hangs');
        return new Promise<never>(() => undefined);
      }
      did.push('browser: subscribed');
      browser.subscription = new Subscription(applicationServerKey);
      return browser.subscription;
    },
  };
  const registration = { pushManager };
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => local.get(name) ?? null,
    setItem: (name: string, value: string) => local.set(name, value),
    removeItem: (name: string) => local.delete(name),
  });
  vi.stubGlobal('PushManager', class {});
  vi.stubGlobal('Notification', {
    get permission() {
      return browser.permission;
    },
    async requestPermission() {
      did.push('asked');
      browser.permission = browser.answer;
      return browser.permission;
    },
  });
  vi.stubGlobal('navigator', {
    userAgent:
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0 Safari/537.36',
    serviceWorker: { ready: Promise.resolve(registration), getRegistration: async () => registration },
  });
  backend.handle = ({ url, body }, response) => {
    const sent = body ? JSON.parse(body) : {};
    const path = url.replace('/api/notifications', '');
    if (path === '') return answerJson(response, 200, { body: { publicKey, devices, settings } });
    did.push(`service: ${path} ${sent.endpoint ?? ''}`.trim());
    if (path === '/devices/remove') return answerJson(response, 200, { body: { done: true } });
    if (browser.subscription) devices = [deviceOf(browser.subscription)];
    answerJson(response, 200, { body: devices[0] });
  };
  push = createPush();
});

const settings = {
  kinds: { MESSAGE: true, NEW_JOB: true, ASSIGNMENT: true, STATUS: true, TRACKING: true, MENTION: true },
  previews: false,
  quietHours: null,
  mail: 'WITHOUT_DEVICE',
};

/** Starts Ada's app; resolves when nothing more follows from that. */
async function starts(): Promise<void> {
  push.follow('u-ada');
  await push.recheck();
}

/** Sets up a device with notifications on. */
function wasOn(): Subscription {
  browser.permission = 'granted';
  local.set('push:u-ada', 'on');
  browser.subscription = new Subscription(key);
  devices = [deviceOf(browser.subscription)];
  return browser.subscription;
}

test('nobody is asked for permission before pressing the switch', async () => {
  await starts();
  expect(push.state()).toEqual({ state: 'off' });
  expect(did).toEqual([]);
  expect(backend.seen).toEqual([]);
});

test('pressing the switch asks for permission and registers the device', async () => {
  await starts();
  await push.switchOn();
  expect(did).toEqual(['asked', 'browser: subscribed', `service: /devices https://push.test/${made}`]);
  expect(JSON.parse(backend.seen.at(-1)?.body ?? '')).toMatchObject({ label: 'Chrome on Linux' });
  expect(push.state()).toEqual({
    state: 'on',
    deviceId: browser.subscription && deviceIdOf(browser.subscription),
  });
});

test('a denied permission is shown and not asked for again', async () => {
  browser.answer = 'denied';
  await starts();
  await push.switchOn();
  expect(push.state()).toEqual({ state: 'denied' });
  expect(did).toEqual(['asked']);
});

test('a dismissed permission prompt changes nothing', async () => {
  browser.answer = 'default';
  await starts();
  await push.switchOn();
  expect(push.state()).toEqual({ state: 'off' });
});

test('a permission that is reset later in the browser’s settings is noticed', async () => {
  browser.permission = 'denied';
  await starts();
  expect(push.state()).toEqual({ state: 'denied' });
  browser.permission = 'default';
  await push.recheck();
  expect(push.state()).toEqual({ state: 'off' });
});

test.each([
  ['a private window', new DOMException('no', 'NotAllowedError'), { state: 'private' }],
  [
    'a push service that is not there',
    new DOMException('no', 'AbortError'),
    { state: 'broken', why: 'no-service' },
  ],
])('%s has a state of its own', async (_, refusal, state) => {
  browser.refusal = refusal;
  await starts();
  await push.switchOn();
  expect(push.state()).toEqual(state);
  await push.recheck();
  expect(push.state()).toEqual(state);
});

test('a subscription that never resolves is given up', async () => {
  await starts();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  browser.hangs = true;
  const pressed = push.switchOn();
  await inTheEnd(() => expect(did).toContain('browser: hangs'));
  await vi.advanceTimersByTimeAsync(10_001);
  await pressed;
  expect(push.state()).toEqual({ state: 'broken', why: 'no-service' });
});

test('a broken subscription can be tried again, and works once the browser does', async () => {
  browser.refusal = new DOMException('no', 'AbortError');
  await starts();
  await push.switchOn();
  browser.refusal = null;
  await push.repair();
  expect(push.state()).toMatchObject({ state: 'on' });
});

test('every start registers the subscription again', async () => {
  const { endpoint } = wasOn();
  await starts();
  expect(did).toEqual([`service: /devices ${endpoint}`]);
  expect(push.state()).toMatchObject({ state: 'on' });
});

test('a subscription that the browser dropped is made again', async () => {
  wasOn();
  browser.subscription = null;
  await starts();
  expect(did).toEqual(['browser: subscribed', `service: /devices https://push.test/${made}`]);
});

test.each([
  ['is made for another key of the service', () => (publicKey = key.replace('BNc', 'BMc'))],
  [
    'the push service has forgotten',
    () => (devices = devices.map((one) => ({ ...one, state: 'GONE' as const }))),
  ],
])('a subscription that %s is replaced', async (_, happens) => {
  wasOn();
  happens();
  await starts();
  expect(did).toEqual([
    'service: /devices/remove',
    'browser: unsubscribed',
    'browser: subscribed',
    `service: /devices https://push.test/${made}`,
  ]);
});

test('a subscription stays on while offline', async () => {
  wasOn();
  await backend.close();
  await starts();
  expect(push.state()).toMatchObject({ state: 'on' });
  expect(did).toEqual([]);
});

test('a lost subscription is broken while offline, and says why', async () => {
  wasOn();
  browser.subscription = null;
  await backend.close();
  await starts();
  expect(push.state()).toMatchObject({ state: 'broken', why: 'not-registered' });
});

test('switching off removes the device on the server before unsubscribing', async () => {
  wasOn();
  await starts();
  did = [];
  await push.switchOff();
  expect(did).toEqual(['service: /devices/remove', 'browser: unsubscribed']);
  expect(push.state()).toEqual({ state: 'off' });
  expect(local.has('push:u-ada')).toBe(false);
});

test('a repair replaces the subscription and the registration', async () => {
  wasOn();
  await starts();
  did = [];
  await push.repair();
  expect(did.map((step) => step.replace(/ https.*/, ''))).toEqual([
    'service: /devices/remove',
    'browser: unsubscribed',
    'browser: subscribed',
    'service: /devices',
  ]);
});

test('a sign-out unsubscribes also while offline', async () => {
  wasOn();
  await backend.close();
  await unsubscribe();
  expect(did).toEqual(['browser: unsubscribed']);
  await unsubscribe();
  expect(did).toEqual(['browser: unsubscribed']);
});

test('a server that hangs does not delay a sign-out', async () => {
  wasOn();
  backend.handle = () => undefined;
  await unsubscribe();
  expect(browser.subscription).toBeNull();
});

test('one user’s choice does not apply to the next', async () => {
  wasOn();
  push.follow('u-bob');
  await push.recheck();
  expect(push.state()).toEqual({ state: 'off' });
});

test('a browser without push says so, and an iPhone says how to get it', async () => {
  const { pushSupport } = await import('../../../src/device/pushSubscription.ts');
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  expect(pushSupport({ userAgent: 'Mozilla/5.0 (iPhone; …) Version/18.5 Safari' })).toBe('ios-not-installed');
  expect(pushSupport({ userAgent: 'Mozilla/5.0 (Macintosh; …) Safari', maxTouchPoints: 5 })).toBe(
    'ios-not-installed',
  );
  expect(pushSupport({ userAgent: 'Mozilla/5.0 (iPhone; …)', standalone: true })).toBe('supported');
  vi.stubGlobal('navigator', { userAgent: 'Old' });
  await starts();
  expect(push.state()).toEqual({ state: 'unsupported' });
});

test('a device is named by its browser and its system', async () => {
  const { deviceLabel } = await import('../../../src/device/deviceLabel.ts');
  const android =
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Mobile Safari/537.36';
  const iphone =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';
  const edge =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36 Edg/143.0.0.0';
  const mac =
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15';
  const samsung = {
    brands: [{ brand: 'Not=A?Brand' }, { brand: 'Samsung Internet' }, { brand: 'Chromium' }],
    platform: 'Android',
  };
  expect(deviceLabel({ userAgent: android })).toBe('Chrome on Android');
  expect(deviceLabel({ userAgent: android, userAgentData: samsung })).toBe('Samsung Internet on Android');
  expect(deviceLabel({ userAgent: iphone })).toBe('Safari on iPhone');
  expect(deviceLabel({ userAgent: edge })).toBe('Edge on Windows');
  expect(deviceLabel({ userAgent: mac })).toBe('Safari on Mac');
  expect(deviceLabel({ userAgent: mac, maxTouchPoints: 5 })).toBe('Safari on iPad');
  expect(deviceLabel({ userAgent: 'curl/8' })).toBe('Unknown browser');
});
