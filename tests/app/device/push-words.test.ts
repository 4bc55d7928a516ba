import { expect, test } from 'vitest';
import type { Device } from '../../../src/contract/users/notifications.ts';
import type { PushState } from '../../../src/device/push.ts';
import { pushText, whereToAllow } from '../../../src/features/notifications/pushText.ts';
import { progressOf } from '../../../src/features/notifications/testProgress.ts';

const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/143.0 Safari/537.36';
const device = { state: 'SUBSCRIBED', error: '' } as Device;

const states: PushState[] = [
  { state: 'unsupported' },
  { state: 'ios-not-installed' },
  { state: 'denied' },
  { state: 'private' },
  { state: 'off' },
  { state: 'on', deviceId: 'd' },
  { state: 'broken', why: 'no-service' },
  { state: 'broken', why: 'no-worker' },
  { state: 'broken', why: 'dropped' },
  {
    state: 'broken',
    why: 'not-registered',
    message: 'Can’t connect to EV Jobs. Check your connection and try again.',
  },
];

test('each state of notifications has a text of its own', () => {
  const said = states.map((push) => pushText(push, device, chrome).message);
  expect(new Set(said).size).toBe(states.length);
});

test('a browser without notifications promises no emails that another device keeps away', () => {
  expect(pushText({ state: 'unsupported' }, null, chrome).message).toMatch(/another device/);
});

test('a user who denied permission is shown where to allow it, and is not asked again', () => {
  const { actions, steps } = pushText({ state: 'denied' }, null, chrome);
  expect(actions).toEqual([]);
  expect(steps?.length).toBeGreaterThan(0);
});

test('the instructions to allow notifications depend on the browser', () => {
  const others = [
    'Mozilla/5.0 (iPhone; …) Safari/604.1',
    'Mozilla/5.0 (X11; …) Gecko/20100101 Firefox/140.0',
    'Mozilla/5.0 (Linux; Android 10; K) … Chrome/143.0 Mobile Safari/537.36',
    'Mozilla/5.0 (Macintosh; …) Version/18.5 Safari/605.1.15',
  ];
  expect(new Set([chrome, ...others].map((one) => whereToAllow(one).join())).size).toBe(5);
});

test.each([
  ['is not known to the service', undefined],
  ['the push service has forgotten', { ...device, state: 'GONE' as const }],
  ['is failing', { ...device, state: 'FAILING' as const, error: 'The push service refuses it (403).' }],
])('a device that seems on and %s can be repaired', (_, known) => {
  expect(pushText({ state: 'on', deviceId: 'd' }, known, chrome).actions).toContain('repair');
});

test('a repair is not offered for a device that works, or of which nothing is known yet', () => {
  for (const known of [device, null]) {
    expect(pushText({ state: 'on', deviceId: 'd' }, known, chrome).actions).toEqual(['switch-off']);
  }
});

const none = { queued: 100, accepted: null, shown: null, error: '' };
const marksOf = (course: ReturnType<typeof progressOf>) => course.steps.map(({ state }) => state);

test('the test notification is followed step by step', () => {
  expect(marksOf(progressOf({ ...none, queued: null }, 'push.test', 100, 100))).toEqual([
    'done',
    'waits',
    'waits',
    'waits',
  ]);
  expect(marksOf(progressOf(none, 'push.test', 100, 101))).toEqual(['done', 'done', 'waits', 'waits']);
  const taken = { ...none, accepted: 101 };
  expect(marksOf(progressOf(taken, 'push.test', 100, 102))).toEqual(['done', 'done', 'done', 'waits']);
  const progress = progressOf({ ...taken, shown: 102 }, 'push.test', 100, 103);
  expect(marksOf(progress)).toEqual(['done', 'done', 'done', 'done']);
  expect(progress).toMatchObject({ isOver: true, isRepairable: false });
});

test('a step that takes half a minute is reported as the one where the test stopped', () => {
  const progress = progressOf({ ...none, accepted: 101 }, 'push.test', 100, 131);
  expect(marksOf(progress)).toEqual(['done', 'done', 'done', 'stopped']);
  expect(progress).toMatchObject({ isOver: true, isRepairable: true });
  expect(progress.message).toContain('push.test accepted the test');
});

test('a failed step is reported at once', () => {
  const progress = progressOf({ ...none, error: 'The push service refuses it.' }, 'push.test', 100, 101);
  expect(marksOf(progress)).toEqual(['done', 'done', 'stopped', 'waits']);
  expect(progress).toMatchObject({
    isOver: true,
    isRepairable: true,
    message: 'The push service refuses it.',
  });
});
