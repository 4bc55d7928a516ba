import { afterEach, beforeAll, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { mark, type Scan, scanPdf } from '../support/files/scanPdf.ts';
import { colorAt } from './support/colorAt.ts';
import { openApp } from './support/openApp.ts';
import { openPlanOf } from './support/openPlanOf.ts';

beforeAll(() => openApp('employee', '/jobs/listing/all'));
let close = () => {};
afterEach(() => close());

type Color = [number, number, number];
const [white, black, red, blue, gray]: Color[] = [
  [255, 255, 255],
  [0, 0, 0],
  [255, 0, 0],
  [0, 0, 255],
  [128, 128, 128],
];

const scans: (Scan & { paper: Color | undefined; ink: Color | undefined })[] = [
  { sheet: 'ARCH A', dpi: 150, coding: 'fax, group 4', paper: white, ink: black },
  { sheet: 'A4', dpi: 600, coding: 'fax, group 3', paper: white, ink: black },
  { sheet: 'ANSI C', dpi: 400, coding: 'fax, group 3', paper: white, ink: black },
  { sheet: 'ARCH D', dpi: 600, coding: 'fax, group 4', paper: white, ink: black },
  { sheet: 'A1', dpi: 600, coding: 'fax, black is 1', paper: white, ink: black },
  { sheet: 'ARCH E', dpi: 400, coding: 'fax, colors of a table', paper: white, ink: blue },
  { sheet: 'ARCH E1', dpi: 600, coding: 'fax as a mask', paper: white, ink: red },
  { sheet: 'ANSI E', dpi: 600, coding: 'fax, group 4', paper: white, ink: black },
  { sheet: 'A0', dpi: 600, coding: 'fax, colors of a table', paper: white, ink: blue },
  { sheet: 'ARCH E', dpi: 600, coding: 'fax, group 4', paper: white, ink: black },
  { sheet: 'ARCH C', dpi: 400, coding: '8 bits', paper: white, ink: black },
  { sheet: 'ARCH C', dpi: 400, coding: '24 bits', paper: white, ink: black },
  { sheet: 'ARCH C', dpi: 400, coding: 'JPEG', paper: gray, ink: gray },
];

/** Each of them may take a minute on a slow machine. */
const limitMs = scans.length * 60_000;

test('a scan of every usual sheet is shown whole, however it is coded', { timeout: limitMs }, async () => {
  close = await openPlanOf(await scanPdf(scans));
  const shown: object[] = [];
  for (const [at, { sheet, dpi, coding }] of scans.entries()) {
    if (at > 0) await page.getByRole('button', { name: 'Next page' }).click();
    const stage = page.getByRole('application', { name: new RegExp(`page ${at + 1} of`) });
    await expect.element(stage, { timeout: 2 * 60_000 }).not.toHaveAttribute('aria-busy');
    // The canvas of the whole page; a page that is not shown has none.
    const paper = [colorAt(0.05, 0.05), colorAt(0.95, 0.95)];
    const ink = [colorAt(mark.left + 0.02, mark.top + 0.02), colorAt(mark.right - 0.02, mark.bottom - 0.02)];
    shown.push({ sheet, dpi, coding, paper, ink });
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
    await expect.element(page.getByText('can’t be shown here')).not.toBeInTheDocument();
  }
  expect(shown).toEqual(
    scans.map(({ paper, ink, ...scan }) => ({ ...scan, paper: [paper, paper], ink: [ink, ink] })),
  );
});
