import { afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Plan } from '../../src/features/plans/open/openPlan.ts';
import { carryingPdf } from '../support/files/carryingPdf.ts';
import { findsNoBarrier } from './support/axe.ts';
import { openApp } from './support/openApp.ts';
import { openPlanOf } from './support/openPlanOf.ts';

let stop: () => void = () => undefined;

beforeAll(() => openApp('employee', '/jobs/listing/all'));
afterEach(() => stop());

const stage = (name: string) => page.getByRole('application', { name });
const panel = (name: string) => page.getByRole('region', { name, exact: true });
const open = async (bytes = carryingPdf()) => {
  stop = await openPlanOf(bytes);
};
const show = (name: string) =>
  page
    .getByRole('navigation', { name: 'Panel' })
    .getByRole('button', { name: new RegExp(`^${name}`) })
    .click();

test('pages are called as the document calls them, in the strip, the field and what is asked', async () => {
  await open();
  await expect.element(stage('plan.pdf, page G-001, 1 of 3')).toBeVisible();
  await expect.element(panel('Pages').getByRole('button', { name: 'Page PV-4' })).toBeVisible();
  const field = page.getByRole('textbox', { name: 'Page, now 1 of 3' });
  await expect.element(field).toHaveValue('G-001');
  await field.fill('pv-3');
  await userEvent.keyboard('{Enter}');
  await expect.element(stage('plan.pdf, page PV-3, 2 of 3')).toBeVisible();
  await page.getByRole('textbox', { name: 'Page, now 2 of 3' }).fill('3');
  await userEvent.keyboard('{Enter}');
  await expect.element(stage('plan.pdf, page PV-4, 3 of 3')).toBeVisible();
  await page.getByRole('button', { name: 'Ask about this page' }).click();
  await page.getByRole('button', { name: 'Whole page' }).click();
  await expect
    .element(page.getByPlaceholder('Type your message…'))
    .toHaveValue(expect.stringMatching(/^plan\.pdf, page PV-4\nhttp.*page=3\n$/));
});

test('links lead to pages by mouse and keys, and to the web in a tab of its own; nothing else is followed', async () => {
  await open();
  const links = stage('plan.pdf, page G-001, 1 of 3');
  await expect
    .element(links.getByRole('link'))
    .toHaveAttribute('href', 'https://datasheets.example/inverter');
  await expect.element(links.getByRole('link')).toHaveAttribute('rel', 'noopener noreferrer');
  await expect.element(links.getByRole('link')).toHaveAttribute('target', '_blank');
  expect(links.getByRole('link').elements()).toHaveLength(1);
  expect(links.getByRole('button').elements()).toHaveLength(1);
  await links.getByRole('button').click();
  await expect.element(stage('plan.pdf, page PV-4, 3 of 3')).toBeVisible();
  await page.getByRole('button', { name: 'Previous page' }).click();
  await page.getByRole('button', { name: 'Previous page' }).click();
  await expect.element(links.getByRole('button')).toBeVisible();
  (links.getByRole('button').element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(stage('plan.pdf, page PV-4, 3 of 3')).toBeVisible();
});

test('the contents lead to their pages', async () => {
  await open();
  await show('Contents');
  await findsNoBarrier();
  await panel('Contents').getByRole('button', { name: 'Electrical' }).click();
  await expect.element(stage('plan.pdf, page PV-3, 2 of 3')).toBeVisible();
});

test('layers are switched, and what is hidden is no text', async () => {
  await open();
  await show('Layers');
  await page.getByRole('button', { name: 'Next page' }).click();
  const text = page.getByRole('region', { name: 'Text of page 2' });
  await expect.element(text).toHaveTextContent('Base plan Feeder F-7');
  await findsNoBarrier();
  await expect.element(panel('Layers').getByRole('checkbox', { name: /^Power/ })).toBeDisabled();
  await panel('Layers').getByRole('checkbox', { name: 'Lighting' }).click();
  await expect.element(text).toHaveTextContent('Base plan Feeder F-7 Luminaire L-4');
});

test('a layer is shown as switched at once, however long the sheet takes to be drawn', async () => {
  await open();
  await show('Layers');
  const lighting = panel('Layers').getByRole('checkbox', { name: 'Lighting' });
  await expect.element(lighting).not.toBeChecked();
  const reading = vi
    .spyOn(Plan.prototype, 'readDocument')
    .mockImplementation(() => new Promise<never>(() => undefined));
  onTestFinished(() => reading.mockRestore());
  await lighting.click();
  await expect.element(lighting).toBeChecked();
});

test('a sheet that is put beside one whose layers were switched is in view as a whole', async () => {
  await open();
  await show('Layers');
  await panel('Layers').getByRole('checkbox', { name: 'Lighting' }).click();
  await page.getByRole('button', { name: 'Two sheets side by side' }).click();
  const beside = stage('plan.pdf, page PV-3, 2 of 3');
  await expect.element(beside).toBeVisible();
  await expect.element(beside).not.toHaveAttribute('aria-busy');
  const isWhole = () => {
    const sheet = beside.element().querySelector('canvas')?.getBoundingClientRect();
    const view = beside.element().getBoundingClientRect();
    if (!sheet) return false;
    const isInside = sheet.left > view.left && sheet.right < view.right;
    return isInside && sheet.top > view.top && sheet.bottom < view.bottom;
  };
  await expect.poll(isWhole).toBe(true);
});

test('a search that goes on over other layers leaves the reader on the page', async () => {
  await open();
  await show('Layers');
  await panel('Layers').getByRole('checkbox', { name: 'Lighting' }).click();
  await page.getByRole('button', { name: 'Search this plan' }).click();
  await page.getByRole('searchbox', { name: 'Search this plan' }).fill('in');
  // Of “index” on the first page, and of “Luminaire” on the second.
  await expect.element(page.getByText('1 of 2', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect.element(stage('plan.pdf, page PV-3, 2 of 3')).toBeVisible();
  await show('Layers');
  await panel('Layers').getByRole('checkbox', { name: 'Lighting' }).click();
  await expect.element(page.getByText('1 of 1', { exact: true })).toBeVisible();
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  await expect.element(stage('plan.pdf, page PV-3, 2 of 3')).toBeVisible();
  await page.getByRole('button', { name: 'Close search' }).click();
});

test('a link to a file inside opens a PDF, and says of another where it is', async () => {
  await open(carryingPdf({ linksFiles: true }));
  const links = stage('plan.pdf, page G-001, 1 of 3').getByRole('button');
  await expect.poll(() => links.elements().length).toBe(3);
  await links.nth(2).click();
  await expect.element(page.getByText(/^This link leads to loads\.csv, inside this PDF/)).toBeVisible();
  expect(new URL(location.href).searchParams.get('file')).toBeNull();
  await links.nth(1).click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'PV-9 one-line.pdf' })).toBeVisible();
});

test('a portfolio says what it is, and a PDF inside opens, at an address of its own', async () => {
  await open(carryingPdf({ isPortfolio: true }));
  await expect.element(page.getByText(/^This PDF is a portfolio of 2 files\./)).toBeVisible();
  const files = panel('Files');
  await expect.element(files.getByText('3 B', { exact: true })).toBeVisible();
  await findsNoBarrier();
  await expect.element(files.getByRole('button', { name: 'Download site.jpg' })).toBeVisible();
  await files.getByRole('button', { name: /^PV-9 one-line\.pdf/ }).click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'PV-9 one-line.pdf' })).toBeVisible();
  expect(new URL(location.href).searchParams.get('file')).toBe('PV-9 one-line.pdf');
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect
    .element(page.getByRole('region', { name: 'Text of page 2' }))
    .toHaveTextContent('One-line, sheet 2 of 2');
  await page.getByRole('button', { name: 'Search this plan' }).click();
  await page.getByRole('searchbox', { name: 'Search this plan' }).fill('one-line');
  await expect.element(page.getByText('1 of 1', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Close search' }).click();
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  const choice = page.getByRole('dialog', { name: 'Compare with' });
  await expect.element(choice.getByText(/^A PDF inside another one can’t be compared here\./)).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(choice).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'plan.pdf' }).click();
  await expect.element(page.getByText(/^This PDF is a portfolio of 2 files\./)).toBeVisible();
});
