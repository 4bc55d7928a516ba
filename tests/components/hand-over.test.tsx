import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openStatuses } from '../../src/contract/enums.ts';
import type { Profile } from '../../src/contract/users/user.ts';
import { people, tokenOf } from '../support/server/people.ts';
import { findsNoBarrier } from './support/axe.ts';
import { answering, goTo, marked, openApp } from './support/openApp.ts';

const employee = 'emil@ev.test';
let restore: () => void = () => undefined;

beforeAll(() => openApp('admin', '/jobs/listing/all'));
beforeEach(async () => {
  await goTo(`/users/update/${employee}`, /Emil/);
});
afterEach(() => restore());

const jobs = () => page.getByRole('list', { name: 'Open jobs' }).getByRole('listitem');

async function assign(count: number) {
  const { call } = await import('../../src/api/client.ts');
  const { items } = await call('searchJobs', { body: { assignedTo: '', statuses: ['IN_PROGRESS'] } });
  for (const { jobId, version } of items.slice(0, count)) {
    await call('updateJob', {
      body: { evJobId: jobId, jobUpdateUser: 'ada@ev.test', version, assignedTo: employee },
    });
  }
}

test('revoking access lists the open jobs, which are handed over one by one or all at once', async () => {
  await assign(3);
  await page.getByRole('button', { name: /^Revoke access/ }).click();
  await expect.poll(() => jobs().elements().length).toBeGreaterThanOrEqual(3);
  const before = jobs().elements().length;
  const one = jobs()
    .first()
    .getByRole('button', { name: /^Hand over/ });
  await expect.element(one).toBeDisabled();
  const edges = jobs()
    .getByRole('button', { name: /^Hand over/ })
    .elements()
    .map((button) => Math.round(button.getBoundingClientRect().right));
  expect(new Set(edges).size, 'the buttons stand below each other').toBe(1);
  await findsNoBarrier();
  await page.getByLabelText('Hand over to').selectOptions('edda@ev.test');
  await one.click();
  await expect.poll(() => jobs().elements().length).toBe(before - 1);
  await expect.element(page.getByText(/Handed over to Edda E.: 1 job/)).toBeVisible();
  const all = page.getByRole('button', { name: /^Hand over (all \d+ jobs|1 job)$/ });
  (all.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => jobs().elements().length).toBe(0);
  await expect.element(page.getByText(/^Handed over to Edda E.: \d+ jobs?\.$/)).toHaveFocus();
  const { call } = await import('../../src/api/client.ts');
  const left = async () => {
    const body = { assignedTo: employee, statuses: openStatuses };
    return (await call('searchJobs', { body })).items;
  };
  await expect.poll(left).toEqual([]);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});

test('a job that cannot be handed over stays in the list, with the reason', async () => {
  await assign(1);
  await page.getByRole('button', { name: /^Revoke access/ }).click();
  await expect.poll(() => jobs().elements().length).toBeGreaterThanOrEqual(1);
  const before = jobs().elements().length;
  restore = answering(/\/api\/jobs\/update$/, async () =>
    marked({ errorMessage: 'Not just now.', code: 'invalid' }, 422),
  );
  await page.getByLabelText('Hand over to').selectOptions('edda@ev.test');
  await jobs()
    .first()
    .getByRole('button', { name: /^Hand over/ })
    .click();
  await expect.element(page.getByText(/Couldn’t hand over 1 job. Not just now/)).toBeVisible();
  expect(jobs().elements()).toHaveLength(before);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});

test('more jobs that cannot be loaded are asked for once, and again when one presses', async () => {
  await assign(1);
  const { queryClient } = await import('../../src/api/queries.ts');
  queryClient.removeQueries({ queryKey: ['searchJobs'] });
  // An event that comes late has the list read again, which then asks anew.
  let reads = 0;
  let asked = 0;
  restore = answering(/\/evjobs\/v2\/search$/, async (request, send) => {
    const { startAfter } = (await request.clone().json()) as { startAfter?: string };
    if (startAfter) {
      asked += 1;
      return marked({ errorMessage: 'Slow down.', code: 'rate-limited' }, 429);
    }
    reads += 1;
    const { body } = (await (await send()).json()) as { body: object };
    return marked({ body: { ...body, startAfter: 'more' } });
  });
  await page.getByRole('button', { name: /^Revoke access/ }).click();
  await expect.element(page.getByText(/Couldn’t load more open jobs/)).toBeVisible();
  expect(asked).toBeGreaterThan(0);
  expect(asked).toBeLessThanOrEqual(reads);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => asked - reads).toBe(1);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});

test('staff who cannot be loaded are no empty list: it says why, and asks again when one presses', async () => {
  await assign(1);
  const { employeesQuery, queryClient } = await import('../../src/api/queries.ts');
  const { queryKey } = employeesQuery();
  queryClient.removeQueries({ queryKey });
  const stop = answering(/\/users\/employees\/emails$/, async () =>
    marked({ errorMessage: 'Slow down.', code: 'rate-limited' }, 429),
  );
  restore = stop;
  await page.getByRole('button', { name: /^Revoke access/ }).click();
  await expect.element(page.getByText(/Couldn’t load staff\./)).toBeVisible();
  await findsNoBarrier();
  stop();
  await page.getByRole('button', { name: 'Try again' }).click();
  const edda = page.getByLabelText('Hand over to').getByRole('option', { name: /^Edda/ });
  await expect.element(edda).toBeInTheDocument();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});

test('making a client of staff, and deleting them, list the open jobs too', async () => {
  await assign(1);
  await userEvent.selectOptions(page.getByLabelText('Role'), 'CLIENT');
  await expect.poll(() => jobs().elements().length).toBeGreaterThanOrEqual(1);
  await findsNoBarrier();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await page.getByRole('button', { name: /^Delete Emil/ }).click();
  await expect.poll(() => jobs().elements().length).toBeGreaterThanOrEqual(1);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});

test('a client to whom jobs are still assigned, who was staff before, has them listed on their page', async () => {
  await assign(1);
  restore = answering(/\/api\/users\/profile\//, async (_, send) => {
    const { body } = (await (await send()).json()) as { body: Profile };
    return marked({ body: { ...body, userType: 'CLIENT' } });
  });
  const { queryClient } = await import('../../src/api/queries.ts');
  await queryClient.invalidateQueries();
  await expect.element(page.getByRole('heading', { name: /open jobs? assigned to Emil/ })).toBeVisible();
  await page.getByLabelText('Hand over to').selectOptions('edda@ev.test');
  await page.getByRole('button', { name: /^Hand over (all \d+ jobs|1 job)$/ }).click();
  await expect.element(page.getByText(/Handed over to Edda E./)).toBeVisible();
});

test('messages on jobs without an assignee are in the shared queue, and whoever takes a job there gets its messages', async () => {
  const { call } = await import('../../src/api/client.ts');
  const ada = 'ada@ev.test';
  const { email } = people.client;
  const freed = ['job-50', 'job-51'];
  for (const jobId of freed) {
    const { version, assignedTo } = await call('job', { params: { jobId } });
    if (assignedTo !== '')
      await call('updateJob', { body: { evJobId: jobId, jobUpdateUser: ada, version, assignedTo: '' } });
    await call('updateJob', {
      body: {
        evJobId: jobId,
        jobUpdateUser: email,
        'evCommunication.content': 'Who can help?',
        'evCommunication.fromUserId': email,
        'evCommunication.fromUserType': 'CLIENT',
      },
      idToken: tokenOf(people.client, Date.now()),
    });
  }
  const queue = page.getByRole('region', { name: /^Shared queue/ });
  const takes = queue.getByRole('button', { name: 'Assign to me' });
  await goTo('/messages');
  await expect.poll(() => takes.elements().length).toBeGreaterThanOrEqual(2);
  await findsNoBarrier();

  const before = takes.elements().length;
  restore = answering(/\/api\/jobs\/update$/, async () =>
    marked({ errorMessage: 'Not just now.', code: 'invalid' }, 422),
  );
  await takes.first().click();
  await expect.element(page.getByText('Not just now.')).toBeVisible();
  expect(takes.elements()).toHaveLength(before);
  restore();

  // A colleague is first, and this list does not know it yet.
  const updates: unknown[] = [];
  const stop = answering(/\/api\/jobs\/update$/, async (request, send) => {
    updates.push(request);
    return send();
  });
  restore = answering(/\/api\/jobs\/[^/]+$/, async (request, send) => {
    if (request.method !== 'GET') return send();
    const { body } = await (await send()).json();
    return marked({ body: { ...body, assignedTo: 'edda@ev.test', assignedToName: 'Edda E.' } });
  });
  await takes.first().click();
  await expect.element(page.getByText('Edda E. has this job already.')).toBeVisible();
  expect(updates).toEqual([]);
  restore();
  stop();

  (takes.first().element() as HTMLElement).focus();
  // Other files of tests may have put jobs there too.
  while (takes.elements().length > 0) {
    const taken = takes.first().element();
    await expect.element(takes.first()).toHaveFocus();
    await expect.element(takes.first()).not.toHaveAttribute('aria-busy');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => taken.isConnected).toBe(false);
    await expect.poll(() => document.activeElement).not.toBe(document.body);
  }
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus();
  for (const jobId of freed) {
    expect((await call('job', { params: { jobId } })).assignedTo).toBe(ada);
    const needed = page.getByRole('region', { name: /^Needs your answer/ });
    await expect.poll(() => needed.element().innerHTML).toContain(jobId);
  }
});
