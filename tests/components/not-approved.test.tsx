import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { people } from '../support/server/people.ts';
import { openApp, sees } from './support/openApp.ts';

test('the email address of a user who waits for approval is not broken into lines on a phone', async () => {
  await page.viewport(390, 844);
  await openApp('pending', '/');
  await sees('Your account is pending approval');
  const address = page.getByText(people.pending.email).element();
  address.textContent = 'pia.pending@new-homes.example';
  const text = document.createRange();
  text.selectNodeContents(address);
  expect(text.getClientRects()).toHaveLength(1);
});
