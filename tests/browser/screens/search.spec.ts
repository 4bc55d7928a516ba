import { expect } from '@playwright/test';
import { isInstalled } from '../support/device.ts';
import { test } from '../support/line.ts';

test('a message is found by its words, and without a connection on the device that has read it', async ({
  personOnLine,
  line,
}) => {
  const person = await personOnLine('client@ev.test');
  const { page } = person;
  const field = page.getByRole('searchbox', { name: 'Search everything' });
  const messages = page.getByRole('list', { name: 'Messages' });
  const said = 'The gooseneck vent is 4 inches off; or is it?';
  await isInstalled(person);
  await page.reload();
  await page.locator('main a[href^="/jobs/update/"]').first().click();
  await person.press('Open chat');
  await page.getByPlaceholder('Type your message…').fill(said);
  await person.press('Send');
  await expect(person.bubble(said)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Everything sent/ })).toBeVisible();
  await person.press('Close chat');

  await test.step('online', async () => {
    await page.getByRole('link', { name: 'Search', exact: true }).click();
    await person.sees('Search');
    await expect(field).toBeFocused();
    await field.fill('"goosen" -vent | or');
    await expect(messages.getByRole('listitem')).toHaveCount(1);
    await expect(messages.locator('mark')).toHaveText(['gooseneck', 'vent', 'or']);
    await person.findsNoBarrier();
    await field.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(person.bubble(said)).toBeVisible();
    await person.press('Close chat');
  });

  await test.step('offline', async () => {
    line.cut();
    await field.fill('goosen');
    await expect(page.getByText('You’re offline. Showing results from this device.')).toBeVisible();
    await expect(messages.getByRole('listitem')).toHaveCount(1);
    await page.reload();
    await expect(field).toHaveValue('goosen');
    await expect(page.getByText('You’re offline. Showing results from this device.')).toBeVisible();
    await messages.getByRole('button').click();
    await expect(person.bubble(said)).toBeVisible();
    await person.press('Find in chat');
    await page.getByRole('searchbox', { name: 'Find in chat' }).fill('INCHES OFF');
    await expect(page.getByText(/^1 of 1/)).toBeVisible();
    await expect(person.bubble(said).locator('mark')).toHaveText('inches off');
    await page.keyboard.press('Escape');
    await expect(person.chat).toBeVisible();
    await person.press('Close chat');
  });

  await test.step('online again', async () => {
    line.restore();
    await expect(page.getByText('You’re offline. Showing results from this device.')).toBeHidden();
    await expect(messages.getByRole('listitem')).toHaveCount(1);
  });
});
