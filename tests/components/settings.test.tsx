import { beforeAll, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { findsNoBarrier } from './support/axe.ts';
import { answering, goTo, marked, openApp, sees } from './support/openApp.ts';

beforeAll(() => openApp('admin', '/settings'));

const result = () => page.getByRole('region', { name: 'Emails' }).getByRole('status');

test('an admin sees what is set up for the firm, and for how long what is kept', async () => {
  await sees('Settings');
  const steps = page.getByRole('list', { name: 'First steps' });
  await expect.element(steps.getByRole('link', { name: 'Set due dates' })).toBeVisible();
  await expect.element(page.getByText('1,095 days')).toBeVisible();
  await findsNoBarrier();
});

test('a test email is sent to the admin who asks, and the page says so', async () => {
  await page.getByRole('button', { name: 'Send a test email' }).click();
  await expect.element(result()).toMatchTextContent(/^Sent to ada@ev\.test\. Check that it arrived\.$/);
});

test('a mail server that does not accept the test email is named with its code', async () => {
  const stop = answering(/settings\/test-email/, async () => marked({ body: { failure: 'EAUTH 535' } }));
  await page.getByRole('button', { name: 'Send a test email' }).click();
  await expect.element(result()).toMatchTextContent(/EAUTH 535/);
  stop();
});

test('notifications are tested on the same page, on the device that asks', async () => {
  const section = page.getByRole('region', { name: 'Notifications' });
  await expect.element(section.getByRole('status').first()).toMatchTextContent(/notifications/i);
});

test('the rule of photos is a switch that changes at once, and is back where it was when it cannot be saved', async () => {
  const required = page.getByRole('switch', { name: 'Required' });
  await expect.element(required).not.toBeChecked();
  const stop = answering(/firm\/photo-data/, () => Promise.reject(new TypeError('Failed to fetch')));
  await required.click();
  await expect.element(page.getByText(/Couldn’t save the rule/)).toBeVisible();
  await expect.element(required).not.toBeChecked();
  stop();
  await required.click();
  await expect.element(page.getByText(/Senders aren’t asked/)).toBeVisible();
  const { keepsPhotoData } = await import('../../src/ui/files/photoConsent.ts');
  expect(await keepsPhotoData('nobody-was-asked@ev.test')).toBe(true);
  await required.click();
  await expect.element(page.getByText(/Senders choose/)).toBeVisible();
});

test('each rule of the firm is opened from the settings, and leads back', async () => {
  for (const [name, heading] of [
    ['Due dates', 'Due dates'],
    ['Photo checklists', 'Photo checklists'],
    ['Trusted issuers', 'Trusted issuers'],
  ] as const) {
    await page.getByRole('link', { name, exact: true }).click();
    await sees(heading);
    await page.getByRole('link', { name: 'Back to settings' }).click();
    await sees('Settings');
  }
  await goTo('/jobs/listing/all');
});
