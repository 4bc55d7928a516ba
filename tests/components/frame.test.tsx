import { afterEach, beforeAll, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Job } from '../../src/contract/jobs/job.ts';
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

test('a client reads the names of jobs without a broken word in a table that also says when they are due', async () => {
  restore = answering(/\/api\/(v2\/evjobs|evjobs\/v2\/search)$/, async (_, send) => {
    const { body } = (await (await send()).json()) as { body: { items: Job[] } };
    const due = { date: '2099-11-12', end: Date.UTC(2099, 10, 12) / 1000 };
    const items = body.items.map((job) => ({ ...job, project: 'Fairbanks residence, anchors', due }));
    return marked({ body: { ...body, items } });
  });
  const { queryClient } = await import('../../src/api/queries.ts');
  await goTo('/jobs/listing/all', 'Jobs');
  await queryClient.invalidateQueries();
  await expect.element(page.getByRole('columnheader', { name: /^Due/ })).toBeVisible();
  const name = page.getByRole('link', { name: 'Fairbanks residence, anchors' }).first().element();
  // Two lines at most.
  expect(name.getBoundingClientRect().height).toBeLessThan(45);
  restore();
  await queryClient.invalidateQueries();
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

test('where it cannot be read whether the deletion of the account was requested, this is said, and read again', async () => {
  const { queryClient } = await import('../../src/api/queries.ts');
  await goTo('/jobs/listing/all', 'Jobs');
  queryClient.removeQueries({ queryKey: ['ownErasure'] });
  restore = answering(/\/users\/erasure$/, async () =>
    marked({ errorMessage: 'Not just now.', code: 'unavailable' }, 503),
  );
  await goTo('/account', 'Account');
  await page.getByText(/^More: storage/).click();
  const section = page.getByRole('region', { name: 'Delete account' });
  await expect.element(section.getByText(/Couldn’t load your request/)).toBeVisible();
  restore();
  // A notice of the test before may lie over it.
  (section.getByRole('button', { name: 'Try again' }).element() as HTMLElement).click();
  await expect.element(section.getByRole('button', { name: 'Request account deletion' })).toBeEnabled();
});
