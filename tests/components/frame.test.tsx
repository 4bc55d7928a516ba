import { afterEach, beforeAll, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answering, goTo, marked, openApp, sees } from './support/openApp.ts';
import { pressKeys } from './support/pressKeys.ts';

let restore: () => void = () => undefined;

beforeAll(() => {
  // Like iOS, a platform that does not close sheets by itself.
  Reflect.deleteProperty(window, 'CloseWatcher');
  return openApp('client', '/jobs/listing/all');
});
afterEach(() => restore());

test('an unknown address has a page with its own title inside the frame', async () => {
  for (const path of [
    '/nowhere',
    '/jobs/listing/nonsense',
    '/users/invite',
    '/users/update/ada@x.test',
    '/figures',
  ]) {
    await goTo(path, 'Page not found');
    await expect.poll(() => document.title).toBe('Page not found · EV Jobs');
    expect(page.getByRole('main').elements()).toHaveLength(1);
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Jobs', exact: true })
      .click();
    await sees('Jobs');
  }
});

test('a client has no entry of the pages of staff, and no shortcut to them', async () => {
  await goTo('/account', 'Account');
  for (const name of ['Users', 'Reports', 'Settings']) {
    expect(page.getByRole('link', { name, includeHidden: true }).elements(), name).toEqual([]);
  }
  pressKeys('gh');
  await userEvent.keyboard('?');
  const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect.element(shortcuts).toMatchTextContent(/Go to search/);
  await expect.element(shortcuts).not.toMatchTextContent(/Go to users|Go to reports/);
  await shortcuts.getByRole('button', { name: 'Done' }).click();
  expect(location.pathname).toBe('/account');
});

test('a page that cannot be loaded says what to do, and appears when it can be', async () => {
  let broken = true;
  restore = answering(/\/api\/jobs\/[\w-]+$/, async (_, send) =>
    broken ? marked({ errorMessage: 'The server took too long.', code: 'timeout' }, 408) : send(),
  );
  await goTo('/jobs/update/job-9');
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  broken = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByRole('button', { name: 'Open chat', exact: true })).toBeVisible();
});

test('back closes what is open over the page, and leaves the page only then', async () => {
  /** Back to the page: what closes a sheet has left it for a moment, and goes forward again. */
  const staysAt = (path: string) => expect.poll(() => location.pathname + location.search).toBe(path);
  await page.viewport(360, 740);
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  await goTo('/jobs/listing/all');
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: /^Messages/ })
    .click();
  await sees('Messages');

  const sheet = page.getByRole('group', { name: 'More' });
  await press('More');
  await expect.element(sheet).toBeVisible();
  history.back();
  await expect.element(sheet).not.toBeInTheDocument();
  await staysAt('/messages');

  await press('More');
  await sheet.getByRole('link', { name: 'Account' }).click();
  await sees('Account');
  await press('View shortcuts');
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect.element(dialog).toBeVisible();
  history.back();
  await expect.element(dialog).not.toBeInTheDocument();
  await staysAt('/account');

  await goTo('/jobs/listing/all');
  await page
    .getByRole('button', { name: /^Open chat for/ })
    .first()
    .click();
  await expect.element(page.getByRole('log', { name: 'Messages' })).toBeVisible();
  expect(location.search).toContain('chat=');
  history.back();
  await expect.element(page.getByRole('log', { name: 'Messages' })).not.toBeInTheDocument();
  await staysAt('/jobs/listing/all');

  history.back();
  await expect.poll(() => location.pathname).toBe('/account');
});

test('a link to how the app is installed shows that section of the account page', async () => {
  await page.viewport(390, 500);
  await goTo('/jobs/listing/all', 'Jobs');
  await goTo('/account#install', 'Account');
  const top = () =>
    page.getByRole('heading', { name: 'Install the app' }).element().getBoundingClientRect().top;
  await expect.poll(() => top() >= 0 && top() < window.innerHeight).toBe(true);
});

test('the focus stays on the button that requests the deletion of the account, and withdraws it', async () => {
  await goTo('/account', 'Account');
  await page.getByText(/^More: storage/).click();
  const section = page.getByRole('region', { name: 'Delete account' });
  await section.getByRole('button', { name: 'Request account deletion' }).click();
  await page.getByRole('button', { name: 'Request deletion', exact: true }).click();
  const withdraw = section.getByRole('button', { name: 'Withdraw request' });
  await expect.element(withdraw).toHaveFocus();
  await withdraw.click();
  await expect.element(section.getByRole('button', { name: 'Request account deletion' })).toHaveFocus();
});
