import { expect } from '@playwright/test';
import { seedPassword } from '../../../server/seed/people.ts';
import { responseMark } from '../../../src/contract/calls.ts';
import { isAll } from '../../support/amount.ts';
import { test } from '../support/product.ts';

const beforeRelease = isAll ? test : test.skip;

beforeRelease('a message is opened and answered from the inbox', async ({ newPerson }) => {
  const client = await newPerson('client');
  const { page } = client;
  await client.signIn('client@ev.test', seedPassword);
  await client.goTo('/messages');
  const waiting = page.getByRole('region', { name: 'Needs your answer' });
  // From the job that waits longest, which no other pushes out of the list.
  const first = waiting
    .getByRole('listitem')
    .filter({ hasText: /Waiting (less|\d)/ })
    .nth(1);
  await expect(first).toBeVisible();

  await test.step('by keyboard, a message is opened and answered, and closing returns to its place', async () => {
    await client.goTo('/messages');
    await first.getByRole('button').first().focus();
    // A reload of the list may change its last message; the focused one stays.
    const words = await page.evaluate(() => document.activeElement?.textContent ?? '');
    await page.keyboard.press('Enter');
    const bubbles = client.chat.getByRole('article');
    await expect(bubbles.first()).toBeVisible();
    expect(words).toContain((await bubbles.first().locator('p[dir]').last().textContent()) ?? '?');
    const input = page.getByPlaceholder('Type your message…');
    await input.focus();
    await page.keyboard.type('Answered by keyboard');
    await page.keyboard.press('Control+Enter');
    await expect(client.bubble('Answered by keyboard')).toContainText(/From .* to EV/);
    await expect(input).toHaveValue('');
    await page.keyboard.press('Escape');
    await expect(client.chat).toHaveCount(0);
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(words);
  });

  await test.step('a refused message stays, with the ways to handle it', async () => {
    await first.getByRole('button').first().click();
    const refusal = {
      status: 400,
      headers: { [responseMark]: '1' },
      json: { errorMessage: 'Not just now.', code: 'invalid' },
    };
    await page.route('**/api/jobs/update', (route) => route.fulfill(refusal));
    await page.getByPlaceholder('Type your message…').fill('Refused at first');
    await client.press('Send');
    const failed = client.bubble('Refused at first');
    await expect(failed.getByRole('button', { name: 'Try again' })).toBeVisible();
    await client.findsNoBarrier();
    await page.unroute('**/api/jobs/update');
    await failed.getByRole('button', { name: 'Try again' }).click();
    await expect(failed).toContainText(/From .* to EV/);
    await expect(failed).toHaveCount(1);
  });

  await test.step('another page closes the chat', async () => {
    await client.chat.getByRole('heading', { level: 2 }).getByRole('link').click();
    await expect(page).toHaveURL(/\/jobs\/update\/[^?]+$/);
    await expect(client.chat).toHaveCount(0);
  });
});
