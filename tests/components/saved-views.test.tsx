import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { findsNoBarrier } from './support/axe.ts';
import { choose, shownChips } from './support/chips.ts';
import { answering, field, goTo, marked, openApp } from './support/openApp.ts';

const chips = page.getByRole('navigation', { name: 'Jobs by status' });
const pressed = () => [...document.querySelectorAll('main nav [aria-current]')].map((one) => one.textContent);
const dialog = page.getByRole('dialog');
const note = () => document.querySelector('[aria-label="Active filters"] li')?.textContent;
const rows = () => document.querySelectorAll('main [data-index]');

beforeAll(() => openApp('employee', '/jobs/listing/all'));
beforeEach(async () => {
  await page.viewport(1280, 800);
  await goTo('/jobs/listing/all', 'Jobs');
  await expect.poll(() => rows().length).toBeGreaterThan(0);
});

async function pressInMenu(name: string): Promise<void> {
  await page.getByRole('button', { name: 'More actions', exact: true }).click();
  await page.getByRole('button', { name, exact: true }).click();
}

async function nameView(name: string, share = false): Promise<void> {
  await page.getByRole('button', { name: 'Save as view' }).click();
  await field('Name').fill(name);
  if (share) await field('Share with all staff').click();
  await dialog.getByRole('button', { name: 'Save view' }).click();
  await expect.poll(() => pressed().join()).toContain(name);
}

test('the filters, the search and the order of a list become a chip with its count, which says what it lists', async () => {
  await goTo('/jobs/listing/all?q=project+19&status=%5B%22ON_HOLD%22%5D&sort=oldest');
  await page.getByRole('button', { name: 'Save as view' }).click();
  await expect.element(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Save view' }).click();
  await expect.element(dialog.getByText('Name is a required field').first()).toBeVisible();
  await findsNoBarrier();
  await field('Name').fill('Waiting for plans');
  await dialog.getByRole('button', { name: 'Save view' }).click();
  await expect.poll(pressed).toHaveLength(1);
  await expect.poll(() => pressed()[0]).toMatch(/^Waiting for plans \d+$/);
  await expect.poll(note).toBe('“project 19” · Status: On hold · Sort by: Oldest first');
  const count = pressed()[0]?.match(/\d+$/)?.[0];
  await expect.poll(() => document.querySelector('main p[role="status"]')?.textContent).toContain(count);
  await findsNoBarrier();
  await choose('All');
  await expect.poll(() => new URLSearchParams(location.search).get('q')).toBeNull();
  await choose('Waiting for plans');
  await expect.poll(() => location.search).toContain('sort=oldest');
  await expect.poll(pressed).toHaveLength(1);
  // What narrows it further stands beside it.
  await goTo(`${location.pathname}${location.search}&priority=HIGH`);
  await expect.element(page.getByRole('button', { name: 'Remove filter: Priority: High' })).toBeVisible();
  expect(pressed()[0]).toContain('Waiting for plans');
});

test('a view is renamed, replaced by the list that is shown, deleted and brought back', async () => {
  await goTo('/jobs/listing/all?priority=HIGH&q=project');
  await nameView('Urgent');
  await pressInMenu('Edit view');
  await expect.element(field('Name')).toHaveValue('Urgent');
  await field('Name').fill('Hurry');
  await dialog.getByRole('button', { name: 'Save view' }).click();
  await expect.poll(() => pressed()[0]).toMatch(/^Hurry/);
  await goTo('/jobs/listing/all?q=project&status=%5B%22IN_PROGRESS%22%5D');
  await page.getByRole('button', { name: 'Save as view' }).click();
  await field('Save as').selectOptions('Replace “Hurry”');
  await expect.element(field('Name')).toHaveValue('Hurry');
  await dialog.getByRole('button', { name: 'Save view' }).click();
  await expect.poll(() => pressed()[0]).toMatch(/^Hurry/);
  await expect.poll(note).toBe('“project” · Status: In progress');
  await pressInMenu('Delete view');
  await expect.poll(() => pressed()[0]).toMatch(/^In progress/);
  await expect.poll(() => chips.element().textContent).not.toContain('Hurry');
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect.poll(() => pressed()[0]).toMatch(/^Hurry/);
  // The answer to it brings all views, in the place of those that the next test makes up.
  const { waitingRecords } = await import('../../src/outbox/records/waiting.ts');
  await expect.poll(() => waitingRecords().length).toBe(0);
});

test('a view that another one shares says who does, and is only read', async () => {
  const theirs = {
    viewId: 'theirs',
    owner: 'edda@ev.test',
    ownerName: 'Edda E.',
    isShared: true,
    name: 'Flat roofs',
    category: 'all',
    search: { q: 'project', assignee: 'me' },
  };
  const former = {
    ...theirs,
    viewId: 'former',
    name: 'Left',
    search: { assignee: 'former-1@erased.invalid' },
  };
  const gone = {
    ...theirs,
    viewId: 'gone',
    name: 'Old ones',
    search: { status: ['ARCHIVED'], county: 'Lee' },
  };
  const stop = answering(/\/views$/, async () => marked({ body: [former, gone, theirs] }));
  try {
    const { queryClient } = await import('../../src/api/queries.ts');
    await queryClient.invalidateQueries({ queryKey: ['savedViews'] });
    await choose('Flat roofs');
    await expect.poll(note).toBe('Shared by Edda E. · “project” · Assignee: Me');
    await page.getByRole('button', { name: 'More actions', exact: true }).click();
    await expect.element(page.getByRole('button', { name: 'Refresh' })).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Edit view' })).not.toBeInTheDocument();
    await expect.element(page.getByRole('button', { name: 'Delete view' })).not.toBeInTheDocument();
    await userEvent.keyboard('{Escape}');
    await choose('Left');
    await expect.poll(note).toBe('Shared by Edda E. · Assignee: a deleted user');
    // A filter that no longer exists lists nothing, and says so.
    await choose('Old ones');
    await expect.poll(note).toBe('Shared by Edda E. · No longer exists: Status ARCHIVED; County Lee');
    await expect
      .element(page.getByRole('heading', { name: 'This view has a filter that no longer exists' }))
      .toBeVisible();
    expect(rows().length).toBe(0);
    await findsNoBarrier();
  } finally {
    stop();
  }
});

test('chips are one line at every width of a desk, with the one that is pressed in sight and the others in a menu', async () => {
  for (const n of [1, 2, 3, 4]) {
    await goTo(`/jobs/listing/all?q=project ${n}`);
    await nameView(`View number ${n}`);
  }
  for (const width of [1024, 1280, 1440, 1920]) {
    await page.viewport(width, 800);
    await choose('All');
    const tops = () => new Set(shownChips().map((chip) => Math.round(chip.getBoundingClientRect().top)));
    await expect.poll(() => tops().size).toBe(1);
    const line = document.querySelector('main nav > div')?.getBoundingClientRect();
    await expect
      .poll(() => Math.max(...shownChips().map((chip) => chip.getBoundingClientRect().right)))
      .toBeLessThanOrEqual((line?.right ?? 0) + 1);
    await choose('Cancelled');
    await expect.poll(() => shownChips().filter((chip) => chip.ariaCurrent).length).toBe(1);
    await expect.poll(() => tops().size).toBe(1);
    await findsNoBarrier();
  }
});

test('a phone has all chips in one line, which scrolls', async () => {
  await page.viewport(390, 844);
  await goTo('/jobs/listing/all?q=project 1');
  await expect.poll(() => pressed()[0]).toContain('View number 1');
  const tops = new Set(shownChips().map((chip) => Math.round(chip.getBoundingClientRect().top)));
  expect(tops.size).toBe(1);
  const current = () => document.querySelector('main nav [aria-current]')?.getBoundingClientRect();
  await goTo('/jobs/listing/cancelled');
  await goTo('/jobs/listing/all?q=project 1');
  await expect.poll(() => current()?.right).toBeLessThanOrEqual(390);
  await findsNoBarrier();
});

test('an undo that a full device cannot store says so', async () => {
  const { waitingRecords } = await import('../../src/outbox/records/waiting.ts');
  await goTo('/jobs/listing/all?q=project 2');
  await pressInMenu('Delete view');
  await expect.element(page.getByText('View “View number 2” deleted.')).toBeVisible();
  await expect.poll(() => waitingRecords().length).toBe(0);
  const { add, put } = IDBObjectStore.prototype;
  const refuse = () => {
    throw new DOMException('The disk is full.', 'QuotaExceededError');
  };
  Object.assign(IDBObjectStore.prototype, { add: refuse, put: refuse });
  onTestFinished(() => void Object.assign(IDBObjectStore.prototype, { add, put }));
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect.element(page.getByText(/out of storage/)).toBeVisible();
});
