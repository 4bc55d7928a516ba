import { beforeAll, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { goTo, openApp, sees } from './support/openApp.ts';

beforeAll(() => openApp('admin', '/users/activity'));

const person = () => page.getByLabelText(/^Person \(email\)/);
const button = (name: string) => page.getByRole('button', { name, exact: true });

test('the filter of the activity keeps the focus, and says whom the list is filtered by', async () => {
  await sees('Activity');
  await person().fill('emil@ev.test');
  (button('Apply').element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(button('Clear filters')).toBeVisible();
  expect(location.search).toContain('emil');
  await expect.element(button('Apply')).toHaveFocus();
  await goTo('/users/activity?who=clara@ev.test');
  await expect.element(person()).toHaveValue('clara@ev.test');
  (button('Clear filters').element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(button('Clear filters')).not.toBeInTheDocument();
  await expect.element(person()).toHaveValue('');
  await expect.element(person()).toHaveFocus();
});
