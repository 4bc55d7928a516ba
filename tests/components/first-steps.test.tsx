import { afterEach, beforeAll, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { findsNoBarrier } from './support/axe.ts';
import { answering, goTo, marked, openApp } from './support/openApp.ts';

const stops: (() => void)[] = [];
afterEach(() => {
  while (stops.length > 0) stops.pop()?.();
});

const none = { items: [], startAfter: null };

/** Replaces the bodies of responses, by the end of their path. */
function returning(bodies: Record<string, unknown>): void {
  for (const [path, body] of Object.entries(bodies)) {
    stops.push(answering(new RegExp(`${path}$`), async () => marked({ body })));
  }
}

const counts = { all: 1, pending: 0, clients: 0, employees: 0, admins: 1 };
const emptyProduct = {
  '/v2/evjobs': none,
  '/users/profiles': { ...none, counts },
  '/users/invitations': none,
  '/due-rules': { rules: null, countries: [] },
  '/checklists': [],
};

async function opensList(bodies: Record<string, unknown>): Promise<void> {
  const { queryClient } = await import('../../src/api/queries.ts');
  await goTo('/account', 'Account');
  returning({ ...emptyProduct, ...bodies });
  queryClient.removeQueries();
  await goTo('/jobs/listing/all', 'Jobs');
  await expect.element(page.getByRole('heading', { name: 'No jobs yet' })).toBeVisible();
}

const step = (name: string) => page.getByRole('listitem').filter({ hasText: name });
const steps = ['Invite engineers', 'Invite clients', 'Set due dates', 'Set up photo checklists'];

async function areDone(done: readonly string[]): Promise<void> {
  for (const name of steps) {
    const state = done.includes(name) ? 'Done' : 'Not done';
    await expect.element(step(name).getByText(state, { exact: true })).toBeVisible();
  }
}

beforeAll(() => openApp('admin', '/account'));

test('an admin of an empty product sees four steps, none of them done, each with its link', async () => {
  await opensList({});
  await areDone([]);
  await findsNoBarrier();
  const links = { 'Invite engineers': '/users/invite?role=EMPLOYEE', 'Invite clients': '/users/invite' };
  const more = { 'Set due dates': '/due-dates', 'Set up photo checklists': '/checklists/PIL' };
  for (const [name, href] of Object.entries({ ...links, ...more })) {
    await expect.element(page.getByRole('link', { name })).toHaveAttribute('href', href);
  }
  await expect.element(page.getByRole('main').getByRole('link', { name: 'New job' }).last()).toBeVisible();
});

const sent = (userType: string, state: string) => ({
  items: [{ email: 'a@x.test', userType, state }],
  startAfter: null,
});

test.each([
  [
    'an employee',
    { '/users/profiles': { ...none, counts: { ...counts, employees: 1 } } },
    'Invite engineers',
  ],
  ['another admin', { '/users/profiles': { ...none, counts: { ...counts, admins: 2 } } }, 'Invite engineers'],
  ['an open invitation of staff', { '/users/invitations': sent('EMPLOYEE', 'OPEN') }, 'Invite engineers'],
  ['a client', { '/users/profiles': { ...none, counts: { ...counts, clients: 1 } } }, 'Invite clients'],
  ['an open invitation of a client', { '/users/invitations': sent('CLIENT', 'OPEN') }, 'Invite clients'],
  ['a withdrawn invitation', { '/users/invitations': sent('CLIENT', 'WITHDRAWN') }, ''],
  ['an expired invitation', { '/users/invitations': sent('ADMIN', 'EXPIRED') }, ''],
  ['rules of due dates', { '/due-rules': { rules: {}, countries: [] } }, 'Set due dates'],
  [
    'a shot',
    { '/checklists': [{ shotId: '1', name: 'Roof', service: 'PIL', hint: '', example: null }] },
    'Set up photo checklists',
  ],
])('with %s, the steps say so', async (_, bodies, done) => {
  await opensList(bodies);
  await areDone(done ? [done] : []);
});

test('a step whose state cannot be read has none', async () => {
  stops.push(answering(/\/due-rules$/, async () => marked({ errorMessage: 'No.', code: 'internal' }, 500)));
  const { '/due-rules': _, ...others } = emptyProduct;
  const { queryClient } = await import('../../src/api/queries.ts');
  await goTo('/account', 'Account');
  returning(others);
  queryClient.removeQueries();
  await goTo('/jobs/listing/all');
  await expect.element(step('Invite clients')).toMatchTextContent(/Not done$/);
  await expect.element(step('Set due dates')).not.toMatchTextContent(/done$/i);
});

test('the steps stay below the jobs until they are done, or hidden on this device', async () => {
  const { queryClient } = await import('../../src/api/queries.ts');
  const { '/v2/evjobs': _, ...others } = emptyProduct;
  const opens = async (bodies: Record<string, unknown>) => {
    await goTo('/account', 'Account');
    returning({ ...others, ...bodies });
    // The list ends with its first page.
    stops.push(
      answering(/\/v2\/evjobs$/, async (_, send) => {
        const { body } = (await (await send()).json()) as { body: object };
        return marked({ body: { ...body, startAfter: null } });
      }),
    );
    queryClient.removeQueries();
    await goTo('/jobs/listing/all', 'Jobs');
  };
  const heading = page.getByRole('heading', { name: 'Set up EV Jobs for your firm' });
  await opens({});
  await expect.element(heading).toBeVisible();
  await areDone([]);
  await page.getByRole('button', { name: 'Don’t show again' }).click();
  await expect.element(heading).not.toBeInTheDocument();
  await opens({});
  await expect.element(page.getByText(/^Showing all/).first()).toBeInTheDocument();
  expect(heading.elements()).toEqual([]);
  localStorage.removeItem('firstSteps');
});

test('nothing moves on a phone when the state of the steps has been read', async () => {
  await page.viewport(390, 844);
  const { queryClient } = await import('../../src/api/queries.ts');
  await goTo('/account', 'Account');
  const { promise: read, resolve: answer } = Promise.withResolvers<void>();
  returning(emptyProduct);
  stops.push(answering(/\/due-rules$/, () => read.then(() => marked({ body: emptyProduct['/due-rules'] }))));
  queryClient.removeQueries();
  await goTo('/settings');
  const list = page.getByRole('list', { name: 'First steps' });
  await expect.element(step('Invite engineers').getByText('Not done')).toBeVisible();
  await expect.element(step('Set due dates')).toBeVisible();
  await expect.element(step('Set due dates').getByText('Not done')).not.toBeInTheDocument();
  const before = list.element().getBoundingClientRect().height;
  answer();
  await expect.element(step('Set due dates').getByText('Not done')).toBeVisible();
  expect(list.element().getBoundingClientRect().height).toBe(before);
});
