import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { queryClient } from '../../src/api/queries.ts';
import type { Figures } from '../../src/contract/figures.ts';
import { findsNoBarrier } from './support/axe.ts';
import { answering, goTo, marked, openApp, sees } from './support/openApp.ts';

const hour = 3600;
const day = 24 * hour;
const turnaround = { count: 12, median: 3 * day, p90: 8.5 * day };
const firstAnswer = { count: 4, median: 2 * hour, p90: 5 * hour };
const asOf = Date.UTC(2026, 10, 24, 9) / 1000;

const byWeek: Figures = {
  turnaround,
  firstAnswer,
  groups: [
    { key: '2026-11-09', turnaround, firstAnswer: null, open: 7 },
    { key: '2026-11-16', turnaround: null, firstAnswer, open: 9 },
    { key: '2026-11-23', turnaround: { count: 1, median: day, p90: day }, firstAnswer: null, open: 1 },
  ],
  otherGroups: 0,
  load: [
    { assignedTo: '', name: '', open: 2, onHold: 0, unanswered: 2, oldest: asOf - day },
    {
      assignedTo: 'emil@ev.test',
      name: 'Emil E.',
      open: 1,
      onHold: 1,
      unanswered: 0,
      oldest: asOf - 9 * day,
    },
  ],
  asOf,
  incomplete: false,
};
const byClient: Figures = {
  ...byWeek,
  groups: [{ key: 'eve@ev.test', name: '=Eve E.', turnaround, firstAnswer }],
  otherGroups: 3,
};
const none: Figures = { ...byWeek, turnaround: null, firstAnswer: null, groups: [], load: [] };

let restore: () => void = () => undefined;
beforeAll(() => openApp('employee', '/jobs/listing/all'));
afterEach(() => restore());

async function open(answer: (request: { by: string }) => object, status = 200, address = '/figures') {
  restore();
  restore = answering(/\/api\/figures$/, async (request) =>
    marked(status === 200 ? { body: answer(await request.json()) } : answer({ by: '' }), status),
  );
  await goTo('/search');
  await sees('Search');
  queryClient.removeQueries({ queryKey: ['figures'] });
  await goTo(address);
  await sees('How we do');
}
const section = (name: string) => page.getByRole('region', { name, exact: true });
const rowsOf = (name: string) =>
  [...section(name).element().querySelectorAll('tr')].map((row) =>
    [...row.cells].map(({ textContent }) => textContent),
  );

test('each figure is a plot with a sentence, and a table that the keyboard opens', async () => {
  await open(() => byWeek);
  const sentence =
    'Half of the 12 completed jobs in the last 13 weeks took 3 days or less, and 9 in 10 took 8.5 days or less.';
  await expect.element(section('Turnaround').getByText(sentence)).toBeVisible();
  await expect
    .element(section('Turnaround').getByRole('img'))
    .toHaveAttribute('aria-label', `Turnaround. ${sentence}`);
  // Of one job only, so hollow.
  expect(section('Turnaround').element().querySelectorAll('[data-few]')).toHaveLength(2);
  await findsNoBarrier();

  const summary = section('Turnaround').getByText('Show as table');
  summary.element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(section('Turnaround').getByRole('table')).toBeVisible();
  expect(rowsOf('Turnaround')).toEqual([
    ['Week of', 'Completed jobs', 'Median', '90th percentile'],
    ['11/09/26', '12', '3 days', '8.5 days'],
    ['11/16/26', '0', '–', '–'],
    ['11/23/26', '1', '24 hours', '24 hours'],
  ]);
  expect(rowsOf('Work in progress').slice(1)).toEqual([
    ['11/09/26', '7'],
    ['11/16/26', '9'],
    ['11/23/26', '1'],
  ]);
  expect(rowsOf('Open jobs by assignee').slice(1)).toEqual([
    ['Unassigned', '2', '0', '2', '11/23/26'],
    ['Emil E.', '1', '1', '0', '11/15/26'],
  ]);
  await findsNoBarrier();
});

test('period and grouping are in the address, and a group is a bar with its values', async () => {
  await open(({ by }) => (by === 'client' ? byClient : byWeek));
  await page.getByLabelText('Group by').selectOptions('Client');
  await expect.poll(() => location.search).toContain('by=client');
  await page.getByLabelText('Period').selectOptions('Last 52 weeks');
  await expect.poll(() => location.search).toContain('weeks=52');
  await expect.element(section('Turnaround')).toMatchTextContent(/3 other clients have fewer jobs/);
  await expect
    .poll(() => section('Turnaround').element().querySelector('[role=img]')?.textContent)
    .toBe('=Eve E.3 days, 8.5 days · 12 jobs');
  await findsNoBarrier();
});

test('a CSV has numbers, and no cell that a spreadsheet would run', async () => {
  await open(() => byClient, 200, '/figures?by=client');
  const saved: Blob[] = [];
  const create = vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved.push(blob as Blob);
    return 'blob:nothing';
  });
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  await section('Turnaround').getByRole('button', { name: 'Download CSV of Turnaround' }).click();
  await expect.poll(() => saved.length).toBe(1);
  create.mockRestore();
  click.mockRestore();
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await saved[0]?.arrayBuffer());
  expect(text).toBe(
    '\ufeff"Client","Completed jobs","Median (hours)","90th percentile (hours)"\r\n"\'=Eve E.",12,72,204\r\n',
  );
});

test('without jobs there are sentences instead of plots', async () => {
  await open(() => none);
  await expect.element(page.getByText('No jobs were completed in the last 13 weeks.')).toBeVisible();
  await expect.element(page.getByText('No jobs are open.')).toBeVisible();
  expect(page.getByRole('table').elements()).toEqual([]);
});

test('a server without figures is said to have none, and a failure can be tried again', async () => {
  await open(() => ({ errorMessage: 'Not found', code: 'not-found' }), 404);
  await expect.element(page.getByRole('heading', { name: 'Figures aren’t available' })).toBeVisible();
  await open(() => ({ errorMessage: 'Sorry', code: 'unavailable' }), 503);
  await expect.element(page.getByRole('alert').getByText('Couldn’t load figures.')).toBeVisible();
  restore();
  restore = answering(/\/api\/figures$/, async () => marked({ body: byWeek }));
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(section('Turnaround')).toBeVisible();
});
