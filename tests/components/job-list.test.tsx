import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Job, JobStats } from '../../src/contract/jobs/job.ts';
import { isOfDevice } from '../../src/session/purge.ts';
import { findsNoBarrier } from './support/axe.ts';
import { manyJobs } from './support/data.ts';
import { answering, field, goTo, marked, openApp, sees, sendHeld } from './support/openApp.ts';
import { pressKeys } from './support/pressKeys.ts';

/** Rows that fit on the largest screen used here, and those rendered above and below it. */
const mostRowsInPage = 60;
const rows = () => [...document.querySelectorAll<HTMLElement>('main [data-index]')];
const status = () => document.querySelector('main p[role="status"]')?.textContent ?? '';

beforeAll(() => openApp('employee', '/jobs/listing/all'));
beforeEach(async () => {
  await goTo('/jobs/listing/all', 'Jobs');
  await expect.poll(() => rows().length).toBeGreaterThan(0);
});

test('the menu of a job shows the way and calls the client, returns the focus, and uses the job as the template of a new one', async () => {
  const name = rows()[0]?.querySelector('a')?.textContent ?? '?';
  const more = page.getByRole('button', { name: `More actions for ${name}`, exact: true });
  await more.click();
  await expect.element(more).toHaveAttribute('aria-expanded', 'true');
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('link', { name: 'Use as template' })).not.toBeInTheDocument();
  await expect.element(more).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  const directions = page.getByRole('link', { name: 'Directions' });
  const map = expect.stringMatching(/^https:\/\/www\.google\.com\/maps\/dir\/.+destination=\d+/);
  await expect.element(directions).toHaveAttribute('href', map);
  const call = page.getByRole('link', { name: /^Call client/ });
  await expect.element(call).toHaveAttribute('href', expect.stringMatching(/^tel:\+1/));
  await findsNoBarrier();
  // First what is done with the job, then the way to it.
  for (const name of ['Assign to me', 'Assignee', 'Status', 'Priority', 'Mark messages as addressed']) {
    await userEvent.tab();
    await expect.element(page.getByRole('button', { name, exact: true }).last()).toHaveFocus();
  }
  await userEvent.tab();
  await expect.element(directions).toHaveFocus();
  await userEvent.tab();
  await expect.element(call).toHaveFocus();
  await userEvent.tab();
  await expect.element(page.getByRole('link', { name: 'Use as template' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await sees(/^New job/);
  await expect.element(field('Project name')).toHaveValue(name);
});

test('the items of every menu have an icon, and begin at one line', async () => {
  const itemsOf = async (name: string | RegExp) => {
    const button = page.getByRole('button', { name }).first();
    await button.click();
    const menu = () => document.querySelector('[popover]:popover-open');
    await expect.poll(() => menu()?.querySelectorAll('a, button').length ?? 0).toBeGreaterThan(1);
    const items = [...(menu()?.querySelectorAll<HTMLElement>('a, button') ?? [])];
    const looks = items.map((item) => {
      const icon = item.querySelector('svg');
      const { fontSize, fontWeight, textDecorationLine, minBlockSize } = getComputedStyle(item);
      const left = icon && icon.getBoundingClientRect().left - (menu()?.getBoundingClientRect().left ?? 0);
      return JSON.stringify({
        left: left && Math.round(left),
        fontSize,
        fontWeight,
        textDecorationLine,
        minBlockSize,
      });
    });
    await userEvent.keyboard('{Escape}');
    return looks;
  };
  const ofList = await itemsOf('More actions');
  expect(ofList.join()).not.toContain('"left":null');
  const ofRow = await itemsOf(/^More actions for /);
  await goTo('/jobs/update/job-9');
  await expect.element(page.getByRole('button', { name: /^More actions for / })).toBeVisible();
  const ofJob = await itemsOf(/^More actions for /);
  expect([...new Set([...ofList, ...ofRow, ...ofJob])]).toEqual([ofList[0]]);
});

test('staff see a compact table until they choose the other one, which stays on this device', async () => {
  const height = () => rows()[0]?.getBoundingClientRect().height ?? 0;
  const before = height();
  const choose = async () => {
    await page.getByRole('button', { name: 'More actions', exact: true }).click();
    await page.getByRole('button', { name: 'Compact table' }).click();
  };
  await choose();
  await expect.poll(height).toBeGreaterThan(before + 15);
  expect(isOfDevice('table')).toBe(true);
  await findsNoBarrier();
  await goTo('/messages', 'Messages');
  await goTo('/jobs/listing/all', 'Jobs');
  await expect.poll(height).toBeGreaterThan(before + 15);
  await choose();
  await expect.poll(height).toBe(before);
});

/** Makes all jobs of a list in progress and due, those on hold apart, and notes the order of each request. */
function withDueDates(orders: unknown[], end: (at: number) => number): () => void {
  return answering(/\/api\/(v2\/evjobs|evjobs\/v2\/search)$/, async (request, send) => {
    orders.push((await request.clone().json()).sort);
    const { body } = (await (await send()).json()) as { body: { items: Job[]; startAfter: string | null } };
    const items = body.items.map((job, at) => ({
      ...job,
      status: 'IN_PROGRESS' as const,
      due: at === 3 ? null : { date: '2026-11-12', end: end(at) },
    }));
    return marked({ body: { ...body, items } });
  });
}

test('staff find what is in progress by due date, and the column of dates and the order above it agree', async () => {
  const orders: unknown[] = [];
  const restore = withDueDates(orders, (at) => Math.floor(Date.now() / 1000) + at * 86_400);
  await page
    .getByRole('navigation', { name: /^Jobs by/ })
    .getByRole('link', { name: /^In progress/ })
    .click();
  const head = page.getByRole('columnheader', { name: 'Due' });
  await expect.element(head).toHaveAttribute('aria-sort', 'ascending');
  await expect.poll(() => orders.at(-1)).toBe('due');
  expect(location.search).toBe('');
  const order = page.getByRole('combobox', { name: /^Sort by/ });
  await expect.element(order).toHaveValue('due');
  await head.getByRole('button').click();
  await expect.poll(() => location.search).toBe('?sort=due-desc');
  await expect.element(head).toHaveAttribute('aria-sort', 'descending');
  await expect.element(order).toHaveValue('due-desc');
  await expect.poll(() => orders.at(-1)).toBe('due-desc');
  await order.selectOptions('Newest first');
  await expect.poll(() => location.search).toBe('?sort=newest');
  await expect.poll(() => orders.at(-1)).toBe(undefined);
  await expect.element(head).toHaveAttribute('aria-sort', 'none');
  await head.getByRole('button').click();
  await expect.poll(() => location.search).toBe('');
  await findsNoBarrier();
  restore();
});

test('a list that cannot be loaded says why, and appears by its button, on a phone too', async () => {
  onTestFinished(() => page.viewport(1280, 800));
  for (const [size, search] of [
    [1280, 'unlucky'],
    [390, 'unhappy'],
  ] as const) {
    await page.viewport(size, 700);
    const restore = answering(/\/api\/(v2\/evjobs|evjobs\/v2\/search)$/, async () =>
      marked({ errorMessage: 'The server took too long.', code: 'timeout' }, 408),
    );
    await goTo(`/jobs/listing/all?q=${search}`);
    const alert = page
      .getByRole('alert')
      .filter({ hasText: 'Couldn’t load jobs. The server took too long.' });
    await expect.element(alert).toBeVisible();
    restore();
    await alert.getByRole('button', { name: 'Try again' }).click();
    await expect.element(page.getByRole('heading', { name: /^No / })).toBeVisible();
  }
});

test('a list without due dates has neither their column nor their orders', async () => {
  const orders: unknown[] = [];
  const restore = answering(/\/api\/evjobs\/v2\/search$/, async (request, send) => {
    orders.push((await request.clone().json()).sort);
    return send();
  });
  await goTo('/jobs/listing/in-progress?q=main%20street', 'Jobs');
  await expect.poll(() => rows().length).toBeGreaterThan(0);
  await expect.poll(() => orders.at(-1)).toBe('due');
  const order = page.getByRole('combobox', { name: /^Sort by/ });
  await expect.element(order).toHaveValue('newest');
  await expect.element(order.getByRole('option', { name: /^Due date/ })).not.toBeInTheDocument();
  await expect.element(page.getByRole('columnheader', { name: 'Due' })).not.toBeInTheDocument();
  restore();
});

test('a card of a phone says when a job is due in the place of its status', async () => {
  await page.viewport(390, 844);
  const restore = withDueDates([], (at) => Math.floor(Date.now() / 1000) + (at - 1) * 86_400 + 3600);
  await goTo('/jobs/listing/in-progress?q=Project');
  const card = (at: number) => page.elementLocator(rows()[at] as Element);
  await expect.poll(() => rows()[0]?.textContent).toContain('Overdue 1 day');
  await expect.element(card(1).getByText('Due today', { exact: true })).toBeVisible();
  await expect.element(card(2).getByText('Due tomorrow', { exact: true })).toBeVisible();
  await expect.element(card(2).getByText('In progress')).not.toBeInTheDocument();
  await expect.element(card(3).getByText('In progress')).toBeVisible();
  await findsNoBarrier();
  restore();
  await page.viewport(1280, 800);
});

test('a list of one status has no column that repeats it, and the reason of each hold stands below its name', async () => {
  const head = page.getByRole('columnheader', { name: /^Status/ });
  await expect.element(head).toBeVisible();
  await goTo('/jobs/listing/on-hold');
  await expect.poll(() => document.title).toContain('On hold');
  await expect.element(head).not.toBeInTheDocument();
  await goTo('/jobs/listing/all?status=["ON_HOLD","IN_PROGRESS"]');
  await expect.element(head).toBeVisible();
});

test('a row says “High” before its name, and the codes of its services with their names in full for screen readers', async () => {
  await goTo('/jobs/listing/all?priority=HIGH');
  await expect.poll(() => location.search).toContain('HIGH');
  await expect.poll(() => rows()[0]?.querySelector('th')?.textContent).toMatch(/^High priorityProject \d/);
  const cell = rows()[0]?.querySelector('td[title*="Digital copy"], td[title*="Wet stamps"]');
  expect(cell?.querySelector('[aria-hidden]')?.textContent).toMatch(/^[A-Z]{2,4}/);
  expect(cell?.textContent).toMatch(/Review|Letter|Ground|Ballast/);
});

test('staff read in each row and card whose job it is', async () => {
  await expect.poll(() => rows()[0]?.textContent).toContain('Solar Roofs · Clara C.');
  await page.viewport(390, 844);
  await expect
    .poll(() => rows()[0]?.querySelector('article')?.textContent)
    .toContain('Solar Roofs · Clara C.');
  await page.viewport(1280, 800);
});

test('staff filter by company and by client with names, which are in the address and among the active filters', async () => {
  const filters = page.getByText('Filters', { exact: true });
  await filters.click();
  const company = field('Company');
  const client = field('Client');
  const removing = (words: string) => page.getByRole('button', { name: `Remove filter: ${words}` });
  const search = () => Object.fromEntries(new URLSearchParams(location.search));
  const options = async () => {
    const list = document.getElementById((await client.element()).getAttribute('list') ?? '');
    return [...(list?.querySelectorAll('option') ?? [])].map(({ value }) => value);
  };

  // As far as no other begins so.
  await company.fill('other');
  await expect.poll(() => document.querySelectorAll('datalist option').length).toBeGreaterThan(1);
  expect(search()).toEqual({});
  await userEvent.keyboard('{Enter}');
  await expect.poll(search).toEqual({ company: 'Other Panels' });
  await expect.element(company).toHaveValue('Other Panels');
  await expect.element(removing('Company: Other Panels')).toBeVisible();
  await expect.poll(options).toEqual(['Otto Other (Other Panels)']);
  await removing('Company: Other Panels').click();
  await expect.poll(search).toEqual({});
  await expect.element(company).toHaveValue('');

  await client.fill('Clara Client (Solar Roofs)');
  await expect.poll(search).toEqual({ reporter: 'clara@ev.test' });
  await expect.element(removing('Client: Clara C.')).toBeVisible();
  await client.fill('Nobody At All');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('No client found. Choose one from the list.')).toBeVisible();
  expect(search()).toEqual({ reporter: 'clara@ev.test' });
  // Rows of the list before are pale.
  await expect.poll(() => document.querySelector('main [data-old]')).toBeNull();
  await findsNoBarrier();
  await client.fill('');
  await expect.poll(search).toEqual({});
  await goTo('/jobs/listing/all?company=Nobody');
  await expect.element(page.getByText('No jobs for this company')).toBeVisible();
  await filters.click();
});

test('the filter by somebody who is staff no longer is shown in its field, and taken off there', async () => {
  await goTo('/jobs/listing/all?assignee=former%40ev.test');
  const filters = page.getByText('Filters', { exact: true });
  await filters.click();
  await expect.element(field('Assignee')).toHaveValue('former@ev.test');
  await field('Assignee').selectOptions('');
  await expect.poll(() => location.search).toBe('');
  await filters.click();
});

test('a job leads to all jobs of its company', async () => {
  const first = rows()[0]?.querySelector('a') as HTMLElement;
  first.click();
  await page.getByRole('link', { name: 'Solar Roofs', exact: true }).click();
  await sees('Jobs');
  await expect.poll(() => location.search).toBe('?company=Solar+Roofs');
  await expect
    .element(page.getByRole('button', { name: 'Remove filter: Company: Solar Roofs' }))
    .toBeVisible();
  await expect.poll(() => rows().length).toBeGreaterThan(0);
  history.back();
  await page.viewport(390, 844);
  onTestFinished(() => page.viewport(1280, 800));
  await page.getByRole('button', { name: 'People', exact: true }).click();
  await page.getByRole('link', { name: 'Solar Roofs', exact: true }).click();
  await expect.poll(() => location.search).toBe('?company=Solar+Roofs');
});

test('one view is marked at a time, and another one takes its filters off', async () => {
  const tabs = page.getByRole('navigation', { name: /^Jobs by/ });
  const marked = () =>
    [...tabs.element().querySelectorAll('[aria-current="page"]')].map(
      (tab) => tab.textContent?.split(' ')[0],
    );
  await tabs.getByRole('link', { name: /^High priority/ }).click();
  await expect.poll(marked).toEqual(['High']);
  await expect.element(page.getByRole('list', { name: 'Active filters' })).not.toBeInTheDocument();
  await expect.poll(() => location.search).toContain('priority=HIGH');
  await tabs.getByRole('link', { name: /^All/ }).click();
  await expect.poll(marked).toEqual(['All']);
  expect(location.search).toBe('');
  // Left to the browser: it opens another tab.
  const onHold = tabs.getByRole('link', { name: /^On hold/ }).element();
  const first = rows()[0]?.querySelector('a') as Element;
  for (const link of [onHold, first]) {
    const click = new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey: true });
    let isLeft = false;
    const see = (event: Event) => {
      isLeft = !event.defaultPrevented;
      event.preventDefault();
    };
    window.addEventListener('click', see, { once: true });
    link.dispatchEvent(click);
    expect(isLeft).toBe(true);
  }
});

test('“Jobs” returns to the list that was left, with its filters, and leads to the reader’s own jobs when it is pressed there', async () => {
  const jobs = page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Jobs', exact: true });
  await goTo('/jobs/listing/on-hold?q=roof', 'Jobs');
  await goTo('/messages', 'Messages');
  await jobs.click();
  await sees('Jobs');
  expect(location.pathname + location.search).toBe('/jobs/listing/on-hold?q=roof');
  await jobs.click();
  const mine = page.getByRole('navigation', { name: /^Jobs by/ }).getByRole('link', { name: /^Mine \d/ });
  await expect.element(mine).toHaveAttribute('aria-current', 'page');
  expect(location.search).toContain('assignee=me');
  await expect.poll(() => document.title).toBe('My jobs · EV Jobs');
  await goTo('/messages', 'Messages');
  pressKeys('gj');
  await sees('Jobs');
  expect(location.search).toContain('assignee=me');
  await findsNoBarrier();
});

test('a search typed while the tab still changes is not interrupted', async () => {
  const tab = page.getByRole('navigation', { name: /^Jobs by/ }).getByRole('link', { name: /^On hold/ });
  const search = page.getByRole('searchbox', { name: 'Search jobs' });
  (tab.element() as HTMLElement).click();
  (search.element() as HTMLElement).focus();
  await expect.poll(() => document.title).toContain('On hold');
  await userEvent.keyboard('main 3');
  await expect.element(search).toHaveValue('main 3');
  await expect.poll(() => location.search).toContain('main');
});

test(`${manyJobs} jobs can be read to the last one, with few of them in the page at a time`, async () => {
  let most = 0;
  while (!status().startsWith('Showing all')) {
    window.scrollTo(0, document.documentElement.scrollHeight);
    await new Promise((resolve) => requestAnimationFrame(resolve));
    most = Math.max(most, rows().length);
  }
  expect(most).toBeLessThan(mostRowsInPage);
  const total = Number(status().replaceAll(/\D/g, ''));
  expect(total).toBeGreaterThanOrEqual(manyJobs);
  const atTheEnd = () => {
    window.scrollTo(0, document.documentElement.scrollHeight);
    return rows().at(-1)?.dataset.index;
  };
  await expect.poll(atTheEnd).toBe(String(total - 1));
  expect(rows().at(-1)?.getAttribute('aria-rowindex')).toBe(String(total + 1));
  expect(rows().length).toBeLessThan(mostRowsInPage);

  // Changing the last jobs reloads no page of the list.
  const asked: string[] = [];
  const before = window.fetch;
  window.fetch = async (input, init) => {
    // Without `new Request`, which would consume the body.
    const { pathname } = new URL(input instanceof Request ? input.url : input, location.href);
    if (/\/api\/(v2\/evjobs|evjobs\/v2\/search)$/.test(pathname)) asked.push(pathname);
    return before(input, init);
  };
  const boxes = rows()
    .slice(-2)
    .map((row) => row.querySelector<HTMLElement>('input[type=checkbox]'));
  boxes[0]?.click();
  boxes[1]?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, shiftKey: true }));
  await expect.element(page.getByText('2 selected')).toBeVisible();
  await findsNoBarrier();
  await page.getByRole('button', { name: 'Assign', exact: true }).click();
  const dialog = page.getByRole('dialog');
  const options = () =>
    dialog.getByLabelText('Assignee').getByRole('option').elements() as HTMLOptionElement[];
  // After "Choose" and "Unassigned" come the employees, once they are read.
  await expect.poll(() => options().length).toBeGreaterThan(2);
  await dialog.getByLabelText('Assignee').selectOptions(options()[2]?.value ?? '');
  await dialog.getByRole('button', { name: /^Assign \d job/ }).click();
  await expect.element(page.getByText(/^[12] jobs? assigned to /)).toBeVisible();
  await expect.element(page.getByText('2 selected')).not.toBeInTheDocument();
  await page.getByRole('button', { name: /^Undo/ }).click();
  await expect.element(page.getByText(/^Undid changes to \d jobs?\.$/)).toBeVisible();
  window.fetch = before;
  expect(asked).toEqual([]);
});

test('one reason is asked for several jobs that are put on hold, and each says it', async () => {
  await goTo('/jobs/listing/in-progress?q=Project%2010', 'Jobs');
  const boxes = () => rows().map((row) => row.querySelector<HTMLElement>('input[type=checkbox]'));
  await expect.poll(() => boxes().length).toBeGreaterThan(1);
  boxes()[0]?.click();
  boxes()[1]?.click();
  await expect.element(page.getByText('2 selected')).toBeVisible();
  await page.getByRole('button', { name: 'Change status' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'On hold' }).click();
  await dialog.getByRole('button', { name: 'Put 2 jobs on hold' }).click();
  await expect.element(dialog.getByText('Reason is a required field')).toBeVisible();
  await findsNoBarrier();
  const reason = 'The city asks for new drawings.';
  await dialog.getByLabelText(/^Reason for the hold/).fill(reason);
  const mayReload = () => document.dispatchEvent(new Event('before-reload', { cancelable: true }));
  await expect.poll(mayReload).toBe(false);
  await dialog.getByRole('button', { name: 'Put 2 jobs on hold' }).click();
  await expect.element(page.getByText('2 jobs moved to On hold.')).toBeVisible();
  await expect.poll(mayReload).toBe(true);
  await sendHeld();
  await goTo('/jobs/listing/on-hold?q=Project%2010');
  await expect.poll(() => page.getByText(reason).elements().length).toBe(2);
});

test('a job whose change is refused is shown as it was, and its change is in the outbox', async () => {
  await goTo('/jobs/listing/all?q=Project%20116', 'Jobs');
  await expect.poll(() => rows().length).toBe(1);
  const refusal = { errorMessage: 'Not just now.', code: 'invalid' };
  onTestFinished(answering(/\/api\/jobs\/update$/, async () => marked(refusal, 422)));
  const row = page.elementLocator(rows()[0] as Element);
  await row.getByRole('checkbox').click();
  await page.getByRole('button', { name: 'Change status' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Completed' }).click();
  await expect.element(row.getByText('Completed')).toBeVisible();
  await sendHeld();
  const said = 'Couldn’t change 1 job. Not just now. The change is in your outbox.';
  await expect.element(page.getByText(said)).toBeVisible();
  await expect.element(row.getByText('In progress')).toBeVisible();
  await expect.element(row.getByText('Change not sent')).toBeVisible();
  const { discardJob } = await import('../../src/outbox/sends/queuedJobs.ts');
  const { waitingJobs } = await import('../../src/outbox/records/waitingJobs.ts');
  await Promise.all(waitingJobs().map(discardJob));
});

test('the new messages of the tabs are those that need this user’s answer, without the shared queue', async () => {
  const restore = answering(/\/api\/evjobs\/(.+\/)?stats$/, async (_, send) => {
    const { body } = (await (await send()).json()) as { body: JobStats };
    const inbox = body.inbox && { inbox: { ...body.inbox, 'needs-answer': 4, shared: 27 } };
    return marked({ body: { ...body, newMessages: 31, ...inbox } });
  });
  const { queryClient } = await import('../../src/api/queries.ts');
  // Wide enough that no chip is in the menu at the end of their line.
  const { innerWidth, innerHeight } = window;
  await page.viewport(1920, 800);
  onTestFinished(() => page.viewport(innerWidth, innerHeight));
  await queryClient.invalidateQueries();
  await expect.element(page.getByRole('link', { name: 'New messages 4', exact: true })).toBeVisible();
  restore();
  await queryClient.invalidateQueries();
});

test('when a job is due stands inside its column, however long it is overdue', async () => {
  const restore = answering(/\/api\/(v2\/evjobs|evjobs\/v2\/search)$/, async (_, send) => {
    const { body } = (await (await send()).json()) as { body: { items: Job[]; startAfter: string | null } };
    const now = Math.floor(Date.now() / 1000);
    const late = (at: number) =>
      at % 3 === 0 ? now + 10 * 86_400 : now - (at % 3 === 1 ? 3600 : 12 * 86_400);
    const items = body.items.map((job, at) => ({
      ...job,
      status: 'IN_PROGRESS' as const,
      due: { date: '2026-11-12', end: late(at) },
    }));
    return marked({ body: { ...body, items } });
  });
  const { queryClient } = await import('../../src/api/queries.ts');
  await queryClient.invalidateQueries();
  await expect.element(page.getByText('Overdue 13 days').first()).toBeVisible();
  for (const text of [/^Due 11/, /^Overdue 1 day$/, /^Overdue 13 days$/]) {
    const badge = page.getByText(text).first().element();
    const cell = badge.closest('td') as HTMLElement;
    expect(badge.getBoundingClientRect().right, String(text)).toBeLessThanOrEqual(
      cell.getBoundingClientRect().right,
    );
  }
  await findsNoBarrier();
  restore();
  await queryClient.invalidateQueries();
});

test('the keyboard comes to the first job in a dozen stops, and arrow keys move along tabs, columns and the menu', async () => {
  const first = page.elementLocator(rows()[0]?.querySelector('a') as Element);
  const here = () => document.activeElement as HTMLElement;
  page.getByRole('link', { name: 'Skip to main content' }).element().focus();
  let stops = 1;
  for (; stops < 40 && here() !== first.element(); stops += 1) await userEvent.tab();
  expect(stops).toBeLessThanOrEqual(13);
  await userEvent.tab({ shift: true });
  await userEvent.tab({ shift: true });
  expect(here()).toBe(page.getByRole('checkbox', { name: 'Select all jobs shown' }).element());
  await userEvent.keyboard('{ArrowLeft}');
  expect(here().textContent).toBe('Updated');
  await userEvent.tab({ shift: true });
  expect(here().textContent).toMatch(/^All \d+$/);
  await userEvent.keyboard('{ArrowRight}');
  expect(here().textContent).toMatch(/^In progress/);
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => location.pathname).toBe('/jobs/listing/in-progress');
  await goTo('/account', 'Account');
  const menu = page.getByRole('navigation', { name: 'Main' });
  const stopsOf = () =>
    menu
      .getByRole('link')
      .elements()
      .filter((link) => (link as HTMLElement).tabIndex === 0);
  await expect.poll(() => stopsOf().length).toBe(1);
  (stopsOf()[0] as HTMLElement).focus();
  const at = here();
  await userEvent.keyboard('{ArrowDown}{ArrowUp}');
  expect(here()).toBe(at);
  await findsNoBarrier();
});

test('the age of a list that may be outdated is below the bar of a phone', async () => {
  await page.viewport(390, 844);
  const { queryClient } = await import('../../src/api/queries.ts');
  const stop = answering(/\/api\//, () => Promise.reject(new TypeError('Failed to fetch')));
  await queryClient.invalidateQueries();
  const age = page.getByRole('main').getByText(/^As of /);
  await expect.element(age).toBeVisible();
  // Its line box: that of an inline element is as high as the font of the machine.
  const line = age.element().parentElement as Element;
  const bar = document.querySelector('header[data-head]') as Element;
  for (const y of [0, 400, 300]) {
    window.scrollTo(0, y);
    await expect
      .poll(() => line.getBoundingClientRect().top - bar.getBoundingClientRect().bottom)
      .toBeGreaterThanOrEqual(0);
  }
  window.scrollTo(0, 0);
  stop();
  await page.viewport(1280, 800);
});
