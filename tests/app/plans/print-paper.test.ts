import { expect, test } from 'vitest';
import { bandsOf, layOut, type Paper, type PrintSize } from '../../../src/features/plans/print/paper.ts';

const inch = 72;
const archD = { x: 0, y: 0, width: 36 * inch, height: 24 * inch };
const ansiD = { x: 0, y: 0, width: 34 * inch, height: 22 * inch };
const letterSheet = { x: 0, y: 0, width: 8.5 * inch, height: 11 * inch };
const detail = { x: 100, y: 50, width: 4 * inch, height: 3 * inch };

test.each<[string, typeof archD, Paper, PrintSize, { pages: number; scale: number; across: boolean }]>([
  ['a sheet of 24 × 36 in. on its own paper', archD, 'sheet', 'actual', { pages: 1, scale: 1, across: true }],
  ['the same by half', archD, 'sheet', 'half', { pages: 1, scale: 0.5, across: true }],
  ['the same on one Letter', archD, 'letter', 'fit', { pages: 1, scale: 0.2917, across: true }],
  ['the same by half on Tabloid', archD, 'tabloid', 'half', { pages: 2, scale: 0.5, across: false }],
  [
    'a sheet of 22 × 34 in. by half on Tabloid, to the edges',
    ansiD,
    'tabloid',
    'half',
    { pages: 1, scale: 0.5, across: true },
  ],
  ['the same as it is on Tabloid', archD, 'tabloid', 'actual', { pages: 8, scale: 1, across: false }],
  ['a detail as it is on Letter', detail, 'letter', 'actual', { pages: 1, scale: 1, across: true }],
  ['a detail as large as Letter allows', detail, 'letter', 'fit', { pages: 1, scale: 2.55, across: true }],
  [
    'a Letter sheet as it is, to its edges',
    letterSheet,
    'letter',
    'actual',
    { pages: 1, scale: 1, across: false },
  ],
  ['a Letter sheet on Tabloid', letterSheet, 'tabloid', 'actual', { pages: 1, scale: 1, across: false }],
])('%s takes as many pages as it needs, at its scale', (_, box, paper, size, wanted) => {
  const { pages, scale } = layOut(box, paper, size);
  const [first] = pages;
  const across = (first?.paper.width ?? 0) > (first?.paper.height ?? 0);
  expect({ pages: pages.length, scale: Math.round(scale * 1e4) / 1e4, across }).toEqual(wanted);
});

test('the pages of a part hold all of it, each point once', () => {
  const { pages, columns } = layOut(archD, 'letter', 'actual');
  expect(pages).toHaveLength(columns * Math.ceil(pages.length / columns));
  const area = pages.reduce((sum, { part }) => sum + part.width * part.height, 0);
  expect(area).toBeCloseTo(archD.width * archD.height, 3);
  const last = pages.at(-1)?.part;
  expect((last?.x ?? 0) + (last?.width ?? 0)).toBeCloseTo(archD.width, 6);
  expect((last?.y ?? 0) + (last?.height ?? 0)).toBeCloseTo(archD.height, 6);
});

test('a large page is drawn in bands that a canvas can hold, with no row twice or left out', () => {
  const { pages, scale } = layOut(archD, 'sheet', 'actual');
  const [one] = pages;
  if (!one) throw new Error('There is no page.');
  const { bands, density } = bandsOf(one, scale);
  expect(bands.length).toBeGreaterThan(1);
  let at = 0;
  for (const { y, width, height } of bands) {
    expect(y).toBeCloseTo(at, 6);
    expect(Math.round(width * density) * Math.round(height * density)).toBeLessThan(16_000_000);
    at += height;
  }
  expect(at).toBeCloseTo(archD.height, 6);
});
