import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { pageKeys } from '../../src/ui/shortcuts.ts';
import { findsNoBarrier } from './support/axe.ts';
import { goTo, openApp, sees } from './support/openApp.ts';

const rows = () => [...document.querySelectorAll<HTMLElement>('main [data-index]')];
const menu = () => page.getByRole('dialog', { name: 'Commands' });
const seek = () => menu().getByRole('textbox');
const names = () =>
  menu()
    .getByRole('listitem')
    .elements()
    .map((one) => one.querySelector('button > span')?.textContent);

beforeAll(() => openApp('employee', '/jobs/listing/all'));
beforeEach(async () => {
  await goTo('/jobs/listing/all', 'Jobs');
  await expect.poll(() => rows().length).toBeGreaterThan(0);
});

async function opens(): Promise<void> {
  await expect
    .poll(async () => {
      if (menu().elements().length === 0) await userEvent.keyboard('{Control>}k{/Control}');
      return menu().elements().length;
    })
    .toBe(1);
}

test('what is pressed as soon as the menu is there goes into its field', async () => {
  // Its code is loaded first: what is pressed before the next task would go to the button that closes it.
  let focused: string | undefined;
  const seen = new MutationObserver(() => {
    if (document.querySelector('dialog:modal')) focused ??= document.activeElement?.localName;
  });
  seen.observe(document.body, { subtree: true, childList: true, attributeFilter: ['open'] });
  await opens();
  await expect.poll(() => focused).toBe('input');
  seen.disconnect();
  await userEvent.keyboard('{Escape}');
  await expect.element(menu()).not.toBeInTheDocument();
});

test('only what works on a page is offered there', async () => {
  const ofChats = ['Next chat in Messages', 'Previous chat in Messages', 'Snooze the chat'];
  await opens();
  await expect.poll(names).toContain('Mark the chat, or their messages, as addressed');
  for (const name of [...ofChats, 'Open this job’s chat', 'Go to the latest notice, such as one with Undo'])
    expect(names()).not.toContain(name);
  await userEvent.keyboard('{Escape}');
  await goTo('/jobs/update/job-9');
  await expect.element(page.getByRole('button', { name: /^More actions for / })).toBeVisible();
  await opens();
  await expect.poll(names).toContain('Open this job’s chat');
  expect(names()).not.toContain('Mark the chat, or their messages, as addressed');
  await userEvent.keyboard('{Escape}');
  await goTo('/messages', 'Messages');
  await opens();
  for (const name of ofChats) await expect.poll(names).toContain(name);
  await userEvent.keyboard('{Escape}');
});

test('Ctrl+K lists everything of the page, its closed menu and the frame, also while one types', async () => {
  await page.getByRole('searchbox', { name: 'Search jobs' }).click();
  await opens();
  await expect.poll(names).toContain('Export Excel');
  for (const name of [
    'Go to reports',
    'Compact table',
    'Print',
    'Sign out',
    'Filters',
    'Refresh',
    'Change their status',
  ])
    await expect.poll(names).toContain(name);
  expect(names().filter((name) => /^(Open chat for|Select Project)/.test(name ?? ''))).toEqual([]);
  await findsNoBarrier();
  await userEvent.keyboard('{Escape}');
  await expect.element(menu()).not.toBeInTheDocument();
});

test('a key of the page that is loaded after the menu has opened is listed and does it', async () => {
  await goTo('/figures', 'Reports');
  await opens();
  expect(names()).not.toContain('Change their status');
  const pressed = vi.fn();
  pageKeys.set({ status: pressed });
  await seek().fill('their status');
  await expect.poll(names).toEqual(['Change their status']);
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => pressed).toHaveBeenCalledOnce();
  pageKeys.set({});
});

test('a command is found by any of its words, and Enter does it', async () => {
  await opens();
  await expect.poll(names).toContain('Compact table');
  const height = () => rows()[0]?.getBoundingClientRect().height ?? 0;
  const before = height();
  await seek().fill('table comp');
  await expect.poll(names).toEqual(['Compact table']);
  await userEvent.keyboard('{Enter}');
  await expect.poll(height).toBeGreaterThan(before + 5);
  localStorage.removeItem('table');
  await opens();
  await seek().fill('on hold');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => location.pathname).toBe('/jobs/listing/on-hold');
  await opens();
  await seek().fill('go to rep');
  await userEvent.keyboard('{Enter}');
  await sees('Reports');
});

test('a command acts on the row that had the focus', async () => {
  const name = rows()[2]?.querySelector('a')?.textContent;
  rows()[2]?.querySelector('a')?.focus();
  await opens();
  await seek().fill('assign the');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('heading', { name: `Assignee of ${name}` })).toBeVisible();
  await userEvent.keyboard('{Escape}');
});

test('a job’s page offers what stands on it, its menu included', async () => {
  await goTo('/jobs/update/job-9');
  await expect.element(page.getByRole('button', { name: /^More actions for / })).toBeVisible();
  await opens();
  await expect.poll(names).toContain('Use as template');
  for (const name of ['Edit', 'Print', 'Cancel job'])
    expect(names().some((one) => one?.startsWith(name))).toBe(true);
  await userEvent.keyboard('{Escape}');
});
