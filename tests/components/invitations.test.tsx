import { beforeAll, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { findsNoBarrier } from './support/axe.ts';
import { answering, field, goTo, marked, openApp, sees } from './support/openApp.ts';

const email = 'iris@roofers.test';

beforeAll(() => openApp('admin', '/users/invite'));

const row = () =>
  page.getByRole('list', { name: 'Sent invitations' }).getByRole('listitem').filter({ hasText: email });
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

test('staff invite somebody, see what was sent, withdraw it and send it again', async () => {
  await sees('Invite users');
  await field('Email').fill(email);
  await press('Send invitations');
  await expect.element(field('First name')).toBeInvalid();
  await expect.element(field('Last name')).toBeInvalid();
  await field('First name').fill('Iris');
  await field('Last name').fill('Roof');
  await press('Send invitations');
  await expect.element(page.getByRole('heading', { name: '1 invitation sent' })).toBeVisible();
  await expect.element(row()).toMatchTextContent(/iris@roofers\.test/);
  await expect.element(row()).toMatchTextContent(/Client/);
  await expect.element(row()).toMatchTextContent(/Not accepted yet/);
  await expect.element(row()).toMatchTextContent(/Sent (just now|\d+ seconds ago) by Ada A\./i);
  await expect.element(row()).toMatchTextContent(/Link not opened/);
  await expect.element(row()).toMatchTextContent(/Expires \d\d\/\d\d\/\d\d/);
  await findsNoBarrier();

  await press(`Withdraw: ${email}`);
  const dialog = page.getByRole('dialog', { name: `Withdraw the invitation of ${email}?` });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(row()).toMatchTextContent(/Not accepted yet/);
  await press(`Withdraw: ${email}`);
  await dialog.getByRole('button', { name: 'Withdraw' }).click();
  await expect.element(row()).toMatchTextContent(/Withdrawn (just now|\d+ seconds ago)/i);
  expect(page.getByRole('button', { name: `Withdraw: ${email}` }).elements()).toEqual([]);

  await press(`Send again: ${email}`);
  await expect.element(row()).toMatchTextContent(/Not accepted yet/);
  await expect.element(page.getByRole('button', { name: `Withdraw: ${email}` })).toBeVisible();
});

test('an invitation that cannot be sent again says why, and its row stays', async () => {
  const why = 'This person already has an account.';
  const stop = answering(/\/users\/invite\/v2$/, async () =>
    marked({ body: [{ email, outcome: 'REFUSED', errorMessage: why }] }),
  );
  await press(`Send again: ${email}`);
  await expect
    .element(page.getByText(`Couldn’t send the invitation again. ${why}`).first())
    .toBeInTheDocument();
  await expect.element(row()).toMatchTextContent(/Not accepted yet/);
  stop();
});

test('a list without invitations says what will be in it', async () => {
  const { queryClient } = await import('../../src/api/queries.ts');
  const stop = answering(/\/users\/invitations$/, async () =>
    marked({ body: { items: [], startAfter: null } }),
  );
  await queryClient.resetQueries({ queryKey: ['invitations'] });
  await expect.element(page.getByText('People you invite show up here.')).toBeVisible();
  stop();
});

test('a list that cannot be read says so and is read again', async () => {
  let broken = true;
  const stop = answering(/\/users\/invitations$/, async (_, send) =>
    broken ? marked({ errorMessage: 'The server took too long.', code: 'timeout' }, 408) : send(),
  );
  const { queryClient } = await import('../../src/api/queries.ts');
  await goTo('/account', 'Account');
  queryClient.removeQueries({ queryKey: ['invitations'] });
  await goTo('/users/invite');
  await expect.element(page.getByText('Couldn’t load invitations.')).toBeVisible();
  broken = false;
  // At once: the list may also be read again by itself.
  (page.getByRole('button', { name: 'Try again', exact: true }).element() as HTMLElement).click();
  await expect.element(row()).toBeVisible();
  stop();
});

test('who was invited with a job is named before the invitation is sent again', async () => {
  const nameless = 'jo@roofers.test';
  const { queryClient } = await import('../../src/api/queries.ts');
  const sent = { email: nameless, userType: 'CLIENT', state: 'OPEN', invitationId: 'of-a-job', jobs: 1 };
  const by = { invitedBy: 'admin@ev.test', invitedByName: 'Ada A.', firstName: '', lastName: '' };
  const times = { createdTimestamp: 1, expiresTimestamp: 2, openedTimestamp: null, endedTimestamp: null };
  const stop = answering(/\/users\/invitations$/, async () =>
    marked({ body: { items: [{ ...sent, ...by, ...times }], startAfter: null } }),
  );
  await queryClient.resetQueries({ queryKey: ['invitations'] });
  await press(`Send again: ${nameless}`);
  await expect.element(field('Email').first()).toHaveValue(nameless);
  await expect.element(field('First name').first()).toHaveFocus();
  stop();
});
