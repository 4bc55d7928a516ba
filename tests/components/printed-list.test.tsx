import { afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import { manyJobs } from './support/data.ts';
import { answering, goTo, marked, openApp } from './support/openApp.ts';

const rows = () => document.querySelectorAll('main [data-index]').length;
/** What stands below the rows on paper alone. */
const belowRows = () => document.querySelector('main p[data-paper]')?.getAttribute('data-paper');
const lists = /\/api\/(v2\/evjobs|evjobs\/v2\/search)$/;

/** What was printed: its rows, and what stands below them. */
let printed: { rows: number; below: string | null | undefined }[] = [];

beforeAll(() => openApp('employee', '/jobs/listing/all'));
beforeEach(async () => {
  printed = [];
  // As browsers do it: what is printed is what stands there after the event.
  vi.spyOn(window, 'print').mockImplementation(() => {
    window.dispatchEvent(new Event('beforeprint'));
    printed.push({ rows: rows(), below: belowRows() });
    window.dispatchEvent(new Event('afterprint'));
  });
  await goTo('/jobs/listing/all', 'Jobs');
  await expect.poll(rows).toBeGreaterThan(0);
});
afterEach(() => vi.restoreAllMocks());

async function choosePrint(): Promise<void> {
  await page.getByRole('button', { name: 'More actions', exact: true }).click();
  await page.getByRole('button', { name: 'Print', exact: true }).click();
}

test('the browser prints the jobs that are loaded, and says how many that are of all, and how to print all', async () => {
  await expect
    .poll(belowRows)
    .toMatch(/^The first \d+ of \d+ jobs\. To print all, use Print in the menu of the list\.$/);
  window.print();
  const [sheet] = printed;
  const [loaded, all] = sheet?.below?.match(/\d+/g)?.map(Number) ?? [];
  expect(sheet?.rows).toBe(loaded);
  expect(loaded).toBeLessThan(manyJobs);
  expect(all).toBeGreaterThanOrEqual(manyJobs);

  // How many a filter finds is not known before they are loaded.
  await goTo('/jobs/listing/all?q=project');
  await expect.poll(belowRows).toMatch(/^The first \d+ jobs\. To print all, /);
});

test('the chosen jobs alone are printed, and after that the list is as it was', async () => {
  const names = () =>
    [...document.querySelectorAll<HTMLElement>('main [data-index]')]
      .filter((row) => row.checkVisibility())
      .map((row) => row.querySelector('a')?.textContent);
  vi.mocked(window.print).mockImplementation(() => {
    window.dispatchEvent(new Event('beforeprint'));
    printed.push({ rows: rows(), below: belowRows() });
  });
  const listed = [...document.querySelectorAll<HTMLElement>('main [data-index]')];
  const chosen = [listed[1], listed[3]].map((row) => row?.querySelector('a')?.textContent);
  for (const row of [listed[1], listed[3]])
    row?.querySelector<HTMLElement>('input[type="checkbox"]')?.click();
  await expect.element(page.getByText('2 selected')).toBeVisible();
  await page.getByRole('button', { name: 'More for the selected jobs' }).click();
  await page.getByRole('button', { name: 'Print', exact: true }).last().click();
  await expect.poll(() => printed.length).toBe(1);
  const session = cdp() as unknown as { send(method: string, params: object): Promise<unknown> };
  await session.send('Emulation.setEmulatedMedia', { media: 'print' });
  onTestFinished(async () => {
    await session.send('Emulation.setEmulatedMedia', { media: '' });
  });
  const onPaper = names();
  await session.send('Emulation.setEmulatedMedia', { media: '' });
  expect(onPaper).toEqual(chosen);
  window.dispatchEvent(new Event('afterprint'));
  await session.send('Emulation.setEmulatedMedia', { media: 'print' });
  expect(names().length).toBeGreaterThan(2);
});

test('status, due date and assignee of each row are on paper, and what is done from a row is not', async () => {
  const { queryClient } = await import('../../src/api/queries.ts');
  const due = { date: '2099-11-27', end: 4_099_420_800, isSet: false };
  const stop = answering(lists, async (_, send) => {
    const { body } = await (await send()).json();
    for (const job of body.items) job.due = job.status === 'IN_PROGRESS' ? due : null;
    return marked({ body });
  });
  const session = cdp() as unknown as { send(method: string, params: object): Promise<unknown> };
  onTestFinished(async () => {
    await session.send('Emulation.setEmulatedMedia', { media: '' });
    stop();
    await queryClient.invalidateQueries();
  });
  await queryClient.invalidateQueries();
  await expect.poll(() => document.querySelector('main table')?.textContent).toContain('11/27/2099');
  await session.send('Emulation.setEmulatedMedia', { media: 'print' });
  const ofRow = (row: ParentNode, act: string) => row.querySelector<HTMLElement>(`button[title="${act}"]`);
  const onPaper = (cell: HTMLElement | null) => (cell?.checkVisibility() ? cell.innerText.trim() : '');
  const listed = [...document.querySelectorAll<HTMLElement>('main [data-index]')];
  for (const row of listed) {
    expect(row.innerText).toMatch(/In progress|On hold|Completed|Cancelled/);
    expect(onPaper(ofRow(row, 'Assignee'))).not.toBe('');
    expect(onPaper(ofRow(row, 'Assign to me'))).toBe('');
  }
  const open = listed.filter((row) => row.innerText.includes('In progress'));
  expect(open.length).toBeGreaterThan(0);
  for (const row of open) {
    expect(onPaper(ofRow(row, 'Status'))).toContain('In progress');
    expect(onPaper(ofRow(row, 'Due date'))).toContain('11/27/2099');
  }
});

test('without a connection the jobs on this device are printed, which the sheet says', async () => {
  onTestFinished(answering(/\/api\//, () => Promise.reject(new TypeError('Failed to fetch'))));
  await choosePrint();
  await expect.poll(() => printed.length).toBe(1);
  const [sheet] = printed;
  expect(sheet?.below).toMatch(
    new RegExp(`^The first ${sheet?.rows} of \\d+ jobs\\. The others are not on this device\\.$`),
  );
  await expect
    .element(page.getByText(`You’re offline. Only the ${sheet?.rows} jobs on this device can be printed.`))
    .toBeVisible();
});

test('a list of more than 1,000 jobs is not printed, and its reader is told what to do', async () => {
  const { queryClient } = await import('../../src/api/queries.ts');
  const stop = answering(/\/stats$/, async (_, send) => {
    const { body } = await (await send()).json();
    return marked({ body: { ...body, total: 1001 } });
  });
  onTestFinished(async () => {
    stop();
    await queryClient.invalidateQueries();
  });
  await queryClient.invalidateQueries();
  await expect.poll(belowRows).toMatch(/^The first \d+ of 1001 jobs/);
  const asked = vi.fn();
  onTestFinished(
    answering(lists, (_, send) => {
      asked();
      return send();
    }),
  );
  await choosePrint();
  await expect
    .element(
      page.getByText('Up to 1,000 jobs can be printed at once. Narrow the list with filters, or export it.'),
    )
    .toBeVisible();
  expect([asked.mock.calls.length, printed]).toEqual([0, []]);
  await userEvent.keyboard('{Escape}');
});

test('Print in the menu of a list loads all of it first, which can be canceled, and prints it once', async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const stop = answering(lists, async (_, send) => {
    await held;
    return send();
  });
  await choosePrint();
  await page.getByRole('button', { name: /^Cancel \(\d+ jobs\)$/ }).click();
  await expect.element(page.getByRole('button', { name: 'Print', exact: true })).toBeVisible();
  release();
  stop();
  await expect.poll(() => document.querySelector('main progress')).toBeNull();
  expect(printed).toEqual([]);

  await page.getByRole('button', { name: 'Print', exact: true }).click();
  await expect.poll(() => printed.length, { timeout: 60_000 }).toBe(1);
  expect(printed[0]?.rows).toBeGreaterThanOrEqual(manyJobs);
  expect(printed[0]?.below).toBeUndefined();
  // The menu is closed, and the rows follow the window again.
  await expect.element(page.getByRole('button', { name: 'Print', exact: true })).not.toBeInTheDocument();
  expect(rows()).toBeLessThan(manyJobs);
});
