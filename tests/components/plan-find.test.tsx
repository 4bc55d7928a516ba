import { afterEach, beforeAll, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { bombPdf } from '../support/files/hostilePdfs.ts';
import { type Sheet, searchedPdf } from '../support/files/searchedPdf.ts';
import { findsNoBarrier } from './support/axe.ts';
import { openApp } from './support/openApp.ts';
import { openPlanOf } from './support/openPlanOf.ts';
import { seesAgain } from './support/seesAgain.ts';

let stop: () => void = () => undefined;

beforeAll(() => openApp('employee', '/jobs/listing/all'));
afterEach(() => stop());

const sheet = (name: string, ...texts: string[]): Sheet => ({
  name,
  pieces: texts.map((text, at) => ({ text, x: 40, y: 340 - at * 60 })),
});

async function search(words: string): Promise<void> {
  await page.getByRole('button', { name: 'Search this plan' }).click();
  await page.getByRole('searchbox', { name: 'Search this plan' }).fill(words);
}

test('a search lists the lines of its matches, and one that is chosen opens its page and is marked', async () => {
  stop = await openPlanOf(
    searchedPdf([
      sheet('cover', 'General notes'),
      sheet('one', 'See “RAPID SHUTDOWN” label', 'Rapid shut\u00ADdown switch'),
      { ...sheet('two'), annotations: [{ kind: 'shx', text: 'RAPID SHUTDOWN LP-1', x: 300, y: 100 }] },
    ]),
  );
  await search('"rapid shutdown"');
  await expect.element(page.getByText('1 of 3', { exact: true })).toBeVisible();
  const list = page.getByRole('region', { name: 'Matches' });
  await expect.element(list.getByRole('heading', { name: 'Page 3' })).toBeVisible();
  await expect.element(list.getByRole('button', { name: 'See “RAPID SHUTDOWN” label' })).toBeVisible();
  await findsNoBarrier();
  await list.getByRole('button', { name: 'RAPID SHUTDOWN LP-1' }).click();
  await expect.element(page.getByRole('application', { name: /page 3 of 3$/ })).toBeVisible();
  await expect.element(page.getByText('3 of 3', { exact: true })).toBeVisible();
  const marks = () =>
    Array.from(document.querySelectorAll<HTMLElement>('[data-current]'), ({ style }) => style);
  await expect.poll(() => marks().map(({ left }) => Number.parseFloat(left))).toEqual([50]);
  await userEvent.keyboard('{Escape}');
});

test('the only match comes into view again, however far the sheet was moved', async () => {
  stop = await openPlanOf(searchedPdf([sheet('one', 'Details')]));
  await search('details');
  await expect.element(page.getByText('1 of 1', { exact: true })).toBeVisible();
  await seesAgain('[data-current]', page.getByRole('button', { name: 'Next match' }));
});

test('the match before none, as after a remark was chosen, is the last one', async () => {
  const remark = { kind: 'remark', text: 'Move the disconnect', x: 300, y: 40 } as const;
  stop = await openPlanOf(
    searchedPdf([
      { ...sheet('one', 'Details'), annotations: [remark] },
      sheet('two', 'Details'),
      sheet('three', 'Details'),
    ]),
  );
  await search('details');
  await expect.element(page.getByText('1 of 3', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Remarks 1' }).click();
  await page.getByRole('button', { name: /Move the disconnect/ }).click();
  await expect.element(page.getByText('3 found', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Previous match' }).click();
  await expect.element(page.getByText('3 of 3', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Next match' }).click();
  await expect.element(page.getByText('1 of 3', { exact: true })).toBeVisible();
});

test('the matches after and before none, as after a remark was chosen, are those nearest to the page', async () => {
  const remark = { kind: 'remark', text: 'Move the disconnect', x: 300, y: 40 } as const;
  stop = await openPlanOf(
    searchedPdf([
      sheet('one', 'Details'),
      sheet('two', 'Details'),
      { ...sheet('three'), annotations: [remark] },
      sheet('four', 'Details'),
    ]),
  );
  await search('details');
  await expect.element(page.getByText('1 of 3', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Remarks 1' }).click();
  const chooses = async () => {
    await page.getByRole('button', { name: /Move the disconnect/ }).click();
    await expect.element(page.getByText('3 found', { exact: true })).toBeVisible();
  };
  await chooses();
  await page.getByRole('button', { name: 'Next match' }).click();
  await expect.element(page.getByText('3 of 3', { exact: true })).toBeVisible();
  await chooses();
  await page.getByRole('button', { name: 'Previous match' }).click();
  await expect.element(page.getByText('2 of 3', { exact: true })).toBeVisible();
});

/** Returns how high the place is drawn that the view looks at, in pixels of the screen. */
const heightOfCurrent = () =>
  document.querySelector('[role="application"] [data-current]')?.getBoundingClientRect().height ?? 0;

test('small letters on a sheet that was never shown are large enough to read once they are found', async () => {
  const small: Sheet = { name: 'far', pieces: [{ text: 'fused disconnect', x: 520, y: 40, size: 2 }] };
  const others = Array.from({ length: 14 }, (_, at) => sheet(`sheet ${at}`, 'General notes'));
  stop = await openPlanOf(searchedPdf([...others, small]));
  await search('fused');
  await expect.element(page.getByRole('application', { name: /page 15 of 15$/ })).toBeVisible();
  await expect.poll(heightOfCurrent).toBeGreaterThan(13);
  await userEvent.keyboard('{Escape}');
});

test('a small remark on another sheet is large enough to see once it is chosen', async () => {
  const remark = { kind: 'remark', text: 'Move the disconnect', x: 520, y: 40, size: 2 } as const;
  stop = await openPlanOf(searchedPdf([sheet('one'), { ...sheet('two'), annotations: [remark] }]));
  await page.getByRole('button', { name: 'Remarks 1' }).click();
  await page.getByRole('button', { name: /Move the disconnect/ }).click();
  await expect.element(page.getByRole('application', { name: /page 2 of 2$/ })).toBeVisible();
  await expect.poll(heightOfCurrent).toBeGreaterThan(13);
});

test('pages that are scans, or have pictures, are named where words are not found', async () => {
  stop = await openPlanOf(
    searchedPdf([
      sheet('one', 'General notes'),
      { ...sheet('two'), isScan: true },
      { ...sheet('three', 'Envelope 77'), isScan: true },
      sheet('four', 'Details'),
    ]),
  );
  await search('inverter');
  await expect.element(page.getByText('No matches on 3 pages with text', { exact: true })).toBeVisible();
  await expect.element(page.getByText('1 page has no text to search and may be a scan: 2.')).toBeVisible();
  await expect
    .element(page.getByText('1 page has pictures, whose words can’t be searched: 3.'))
    .toBeVisible();
  await page.getByRole('searchbox', { name: 'Search this plan' }).fill('details');
  await expect.element(page.getByText('1 of 1', { exact: true })).toBeVisible();
  await expect.element(page.getByText('1 page has no text to search and may be a scan: 2.')).toBeVisible();
});

test('“No matches” is said of a document whose pages were all read', async () => {
  stop = await openPlanOf(searchedPdf([sheet('one', 'General notes'), sheet('two', 'Details')]));
  await search('inverter');
  await expect.element(page.getByText('No matches', { exact: true })).toBeVisible();
});

test('a search for what is not there stays on its page, whatever was found before it', async () => {
  stop = await openPlanOf(searchedPdf([sheet('one', 'General notes'), sheet('two', 'Details')]));
  await search('details');
  await expect.element(page.getByText('1 of 1', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Previous page' }).click();
  await expect.element(page.getByRole('application', { name: /page 1 of 2$/ })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search this plan' }).fill('inverter');
  await expect.element(page.getByText('No matches', { exact: true })).toBeVisible();
  await expect.element(page.getByRole('application', { name: /page 1 of 2$/ })).toBeVisible();
});

test('a page that would take forever to read is named, and the others are searched', async () => {
  stop = await openPlanOf(bombPdf());
  await search('inverter');
  await expect.element(page.getByText('1 page couldn’t be read: 1.')).toBeVisible();
  await expect.element(page.getByText('1 page has no text to search and may be a scan: 2.')).toBeVisible();
  await expect.element(page.getByText('No matches', { exact: true })).not.toBeInTheDocument();
});
