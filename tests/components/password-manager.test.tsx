import { beforeAll, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { people } from '../support/server/people.ts';
import { findsNoBarrier } from './support/axe.ts';
import { goTo, openApp } from './support/openApp.ts';

beforeAll(() => openApp('client', '/account'));

test.each([
  ['/account', 'Change password'],
  ['/auth/reset-password?oobCode=1', 'Save password'],
])(
  'the form for a new password at %s has a text field with the account’s email for a password manager',
  async (path, submit) => {
    await goTo(path);
    const button = page.getByRole('button', { name: submit, exact: true });
    await expect.element(button).toBeVisible();
    const { form } = button.element() as HTMLButtonElement;
    const name = form?.querySelector<HTMLInputElement>('input[autocomplete="username"]');
    expect(name?.type).toBe('email');
    expect(name?.value).toBe(people.client.email);
    const password = form?.querySelector('input[type="password"]') as HTMLInputElement;
    expect(name?.compareDocumentPosition(password)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(name?.tabIndex).toBe(-1);
    await findsNoBarrier();
  },
);

test('a link for a new password that is opened without a connection can be tried again', async () => {
  await goTo('/auth/reset-password?oobCode=offline');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByRole('button', { name: 'Save password' })).toBeVisible();
});
