import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { queryClient } from '../../src/api/queries.ts';
import type { Figures } from '../../src/contract/jobs/figures.ts';
import { findsNoBarrier } from './support/axe.ts';
import { answering, goTo, marked, openApp, sees } from './support/openApp.ts';
import { pressKeys } from './support/pressKeys.ts';

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
};
const byClient: Figures = {
  ...byWeek,
  groups: [{ key: 'eve@ev.test', name: '=Eve E.', turnaround, firstAnswer }],
  otherGroups: 3,
};
/** While due dates are on. */
const withDue: Figures = {
  ...byWeek,
  dueDates: { count: 12, met: 11 },
  groups: byWeek.groups.map((group, index) => ({
    ...group,
    dueDates: index === 0 ? { count: 12, met: 11 } : null,
    open: [7, 1200, 3][index] ?? 0,
    overdue: [0, 5, 1][index] ?? 0,
  })),
  load: byWeek.load.map((one, index) => ({ ...one, overdue: index === 0 ? 1 : 0 })),
  timeZone: 'America/Denver',
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
  await goTo('/search', 'Search');
  queryClient.removeQueries({ queryKey: ['figures'] });
  await goTo(address, 'Reports');
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

test('what stands above the figures stays where it is when they come', async () => {
  const arrival = Promise.withResolvers<void>();
  restore();
  restore = answering(/\/api\/figures$/, async () => {
    await arrival.promise;
    return marked({ body: byWeek });
  });
  await goTo('/search', 'Search');
  queryClient.removeQueries({ queryKey: ['figures'] });
  await goTo('/figures');
  const top = () => page.getByLabelText('Period').element().getBoundingClientRect().top;
  await expect.element(page.getByLabelText('Period')).toBeVisible();
  const before = top();
  arrival.resolve();
  await expect.element(section('Turnaround')).toBeVisible();
  expect(top()).toBe(before);
});

test('weeks without any open job are said in a sentence, without an empty plot', async () => {
  await open(() => ({ ...byWeek, groups: byWeek.groups.map((group) => ({ ...group, open: 0 })) }));
  await expect
    .element(section('Work in progress').getByText('0 jobs are open now', { exact: false }))
    .toBeVisible();
  expect(section('Work in progress').getByRole('img').elements()).toEqual([]);
});

test('period and grouping are in the address, and a group is a bar with its values', async () => {
  await open(({ by }) => (by === 'client' ? byClient : byWeek));
  await page.getByLabelText('Group by').selectOptions('Client');
  await expect.poll(() => location.search).toContain('by=client');
  await page.getByLabelText('Period').selectOptions('Last 52 weeks');
  await expect.poll(() => location.search).toContain('weeks=52');
  await expect.element(section('Turnaround')).toMatchTextContent(/3 other clients have fewer jobs/);
  await expect
    .poll(() => section('Turnaround').element().querySelector('[role="img"] div > div > p')?.textContent)
    .toBe('=Eve E. 3 days, 8.5 days · 12 jobs');
  await findsNoBarrier();
});

/** Downloads the CSV of a figure. */
async function csvOf(name: string): Promise<string> {
  const saved: Blob[] = [];
  const create = vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved.push(blob as Blob);
    return 'blob:nothing';
  });
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  await section(name)
    .getByRole('button', { name: `Download CSV of ${name}` })
    .click();
  await expect.poll(() => saved.length).toBe(1);
  create.mockRestore();
  click.mockRestore();
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(await saved[0]?.arrayBuffer());
}

test('a CSV has numbers, and no cell that a spreadsheet would run', async () => {
  await open(() => byClient, 200, '/figures?by=client');
  expect(await csvOf('Turnaround')).toBe(
    '\ufeff"Client","Completed jobs","Median (hours)","90th percentile (hours)"\r\n"\'=Eve E.",12,72,204\r\n',
  );
  await open(() => withDue);
  expect(await csvOf('Turnaround')).toBe(
    '\ufeff"Week of","Completed jobs","Median (hours)","90th percentile (hours)"\r\n' +
      '"2026-11-09",12,72,204\r\n"2026-11-16",0,,\r\n"2026-11-23",1,24,24\r\n',
  );
  expect(await csvOf('Due dates met')).toBe(
    '\ufeff"Week of","Completed with a due date","Met","Share (%)"\r\n' +
      '"2026-11-09",12,11,91\r\n"2026-11-16",0,0,\r\n"2026-11-23",0,0,\r\n',
  );
  expect(await csvOf('Work in progress')).toBe(
    '\ufeff"Week of","Open jobs","Overdue"\r\n"2026-11-09",7,0\r\n"2026-11-16",1200,5\r\n"2026-11-23",3,1\r\n',
  );
  expect(await csvOf('Open jobs by assignee')).toBe(
    '\ufeff"Assignee","Open jobs","On hold","Overdue","Without an answer","Oldest submitted (UTC)"\r\n' +
      '"Unassigned",2,0,1,2,"2026-11-23"\r\n"Emil E.",1,1,0,0,"2026-11-15"\r\n',
  );
});

test('due dates that were met and overdue jobs are there while due dates are on, in the firm’s time zone', async () => {
  await open(() => byWeek);
  await expect
    .element(page.getByRole('main'))
    .toMatchTextContent(/Weeks begin on Monday in your time zone \(America\/New_York\)\./);
  await expect.element(section('Due dates met')).not.toBeInTheDocument();
  expect(rowsOf('Work in progress')[0]).toEqual(['Week of', 'Open jobs']);
  await expect.element(section('Open jobs by assignee')).not.toMatchTextContent(/overdue/i);

  await open(() => withDue);
  await expect
    .element(page.getByRole('main'))
    .toMatchTextContent(/Weeks begin on Monday in the firm’s time zone \(America\/Denver\)\./);
  await expect
    .element(section('Due dates met'))
    .toMatchTextContent(/11 of 12 jobs with a due date completed in the last 13 weeks met it: 91%\./);
  expect(rowsOf('Due dates met')).toEqual([
    ['Week of', 'Completed with a due date', 'Met', 'Share'],
    ['11/09/26', '12', '11', '91%'],
    ['11/16/26', '0', '0', '–'],
    ['11/23/26', '0', '0', '–'],
  ]);
  await expect
    .element(section('Work in progress'))
    .toMatchTextContent(
      /3 jobs are open now, 1 of them overdue\. 7 were open at the end of the first week shown\./,
    );
  expect(rowsOf('Work in progress').slice(1)).toEqual([
    ['11/09/26', '7', '0'],
    ['11/16/26', '1,200', '5'],
    ['11/23/26', '3', '1'],
  ]);
  await findsNoBarrier();
});

test('the numbers of open jobs lead to their lists', async () => {
  await open(() => withDue);
  const load = section('Open jobs by assignee');
  await load.getByText('Show as table').click();
  const hrefOf = (name: string) =>
    load.getByRole('link', { name, exact: true }).element().getAttribute('href');
  const openStatus = 'status=%5B%22IN_PROGRESS%22%2C%22ON_HOLD%22%5D';
  expect(hrefOf('View 3 open jobs')).toBe(`/jobs/listing/all?${openStatus}`);
  expect(hrefOf('View 1 job on hold')).toBe('/jobs/listing/all?status=%5B%22ON_HOLD%22%5D');
  expect(hrefOf('View 1 overdue job')).toBe('/jobs/listing/all?due=overdue');
  expect(hrefOf('Unassigned, open jobs: 2')).toBe(`/jobs/listing/all?assignee=nobody&${openStatus}`);
  expect(hrefOf('Unassigned, overdue: 1')).toBe('/jobs/listing/all?assignee=nobody&due=overdue');
  // None leads nowhere.
  expect(
    load
      .getByRole('row', { name: /^Emil E/ })
      .getByRole('link')
      .elements(),
  ).toHaveLength(2);
});

test.each([
  [
    'long names and more groups than a plot has room for',
    100,
    'Maximiliana-Wilhelmine Featherstonehaugh-Cholmondeley-Smythe B.',
  ],
  ['one week', 1, ''],
])('%s fit on a phone', async (_, count, name) => {
  await page.viewport(360, 740);
  const groups = Array.from({ length: count }, (_, index) => ({
    key: name ? `client-${index}@ev.test` : '2026-11-23',
    ...(name && { name }),
    turnaround,
    firstAnswer,
    dueDates: { count: 3, met: 0 },
  }));
  await open(() => ({ ...withDue, groups }), 200, name ? '/figures?by=client' : '/figures?weeks=4');
  await expect.element(section('Due dates met')).toBeVisible();
  const plot = section('Due dates met').getByRole('img').element();
  for (const text of plot.querySelectorAll('p, text')) {
    const { left, right } = text.getBoundingClientRect();
    expect(left).toBeGreaterThanOrEqual(0);
    expect(right).toBeLessThanOrEqual(360);
  }
  expect(document.documentElement.scrollWidth).toBe(360);
  if (name) {
    expect(plot.querySelectorAll('p')).toHaveLength(20);
    await expect
      .element(section('Due dates met'))
      .toMatchTextContent(/The 20 with the most jobs are shown; the table has 100\./);
    expect(rowsOf('Due dates met')).toHaveLength(101);
  }
  await findsNoBarrier();
  await page.viewport(1280, 800);
});

test('the page has an entry of the menu on a desk and on a phone, and a shortcut', async () => {
  await open(() => byWeek);
  const desk = page.getByRole('banner').getByRole('navigation', { name: 'Main' });
  await expect.element(desk.getByRole('link', { name: 'Reports' })).toHaveAttribute('aria-current', 'page');
  await expect.element(desk.getByRole('link', { name: 'Users' })).not.toHaveAttribute('aria-current');
  await goTo('/search', 'Search');
  await desk.getByRole('link', { name: 'Reports' }).click();
  await sees('Reports');

  await goTo('/account', 'Account');
  pressKeys('gh');
  await sees('Reports');

  await page.viewport(360, 740);
  await goTo('/account', 'Account');
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('group', { name: 'More' }).getByRole('link', { name: 'Reports' }).click();
  await sees('Reports');
  await page.viewport(1280, 800);
});

test('without jobs there are sentences instead of plots', async () => {
  await open(() => none);
  await expect.element(page.getByText('No jobs were completed in the last 13 weeks.')).toBeVisible();
  await expect.element(page.getByText('No jobs are open.')).toBeVisible();
  expect(page.getByRole('table').elements()).toEqual([]);
});

test('a failure can be tried again', async () => {
  await open(() => ({ errorMessage: 'Sorry', code: 'unavailable' }), 503);
  await expect.element(page.getByRole('alert').getByText('Couldn’t load figures.')).toBeVisible();
  // Only the press may bring them: the app also reads again by itself.
  const restoreAll = answering(/\/api\/figures$/, (_, send) =>
    isPressed ? Promise.resolve(marked({ body: byWeek })) : send(),
  );
  let isPressed = false;
  document.addEventListener('click', () => (isPressed = true), { capture: true, once: true });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(section('Turnaround')).toBeVisible();
  restoreAll();
});
