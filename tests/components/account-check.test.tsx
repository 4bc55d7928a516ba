import { beforeAll, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { defaultNotificationSettings } from '../../src/contract/users/notifications.ts';
import { people } from '../support/server/people.ts';
import { answering, goTo, marked, openApp, sees } from './support/openApp.ts';

beforeAll(() => openApp('client', '/account'));

test('the account page leads to where a code is read from a photo', async () => {
  await sees('Account');
  await page.getByRole('link', { name: 'Check a seal' }).click();
  await sees('Check a seal');
});

test('who removes another device is told that it is notified again once the app is opened on it', async () => {
  const device = {
    ...{
      deviceId: 'd1',
      label: 'Chrome on Android',
      service: 'push.example',
      state: 'SUBSCRIBED',
      error: '',
    },
    ...{ createdTimestamp: 1, seenTimestamp: 1, acceptedTimestamp: null, shownTimestamp: null, test: null },
  };
  const known = { publicKey: 'key', settings: defaultNotificationSettings, devices: [device] };
  const stops = [
    answering(/\/notifications$/, async () => marked({ body: known })),
    answering(/\/notifications\/devices\/remove$/, async () => marked({ body: { done: true } })),
  ];
  const { keys, queryClient } = await import('../../src/api/queries.ts');
  queryClient.removeQueries({ queryKey: keys.notifications(people.client.email) });
  await goTo('/account', 'Account');
  await page.getByRole('button', { name: 'Remove Chrome on Android' }).click();
  const told = 'Notifications are off for Chrome on Android until EV Jobs is opened on it.';
  await expect.element(page.getByText(told)).toBeVisible();
  for (const stop of stops.reverse()) stop();
});

test('a notification setting that is changed takes back nothing that was set elsewhere meanwhile', async () => {
  const known = { publicKey: 'key', settings: defaultNotificationSettings, devices: [] };
  const sent: unknown[] = [];
  const stops = [
    answering(/\/notifications$/, async () => marked({ body: known })),
    answering(/\/notifications\/settings$/, async (request) => {
      known.settings = await request.json();
      sent.push(known.settings);
      return marked({ body: known.settings });
    }),
  ];
  const { keys, queryClient } = await import('../../src/api/queries.ts');
  await goTo('/jobs/listing/all', 'Jobs');
  queryClient.removeQueries({ queryKey: keys.notifications(people.client.email) });
  await goTo('/account', 'Account');
  const never = page.getByRole('radio', { name: 'Never' });
  await expect.element(never).not.toBeChecked();
  // By the link of an email, and on another device.
  const kinds = { ...defaultNotificationSettings.kinds, TRACKING: false };
  known.settings = { ...defaultNotificationSettings, kinds, mail: 'NEVER' };
  await page.getByRole('checkbox', { name: 'Status changes and deliverables' }).click();
  await expect.element(never).toBeChecked();
  await page.getByRole('checkbox', { name: 'Show message text in notifications' }).click();
  const both = { ...known.settings, previews: false, kinds: { ...kinds, STATUS: false } };
  await expect.poll(() => sent).toEqual([both, { ...both, previews: true }]);
  for (const stop of stops.reverse()) stop();
});
