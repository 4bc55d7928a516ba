import { expect, test } from 'vitest';
import { wordsBesideText } from '../../src/features/plans/page/values.ts';
import { annotatedSheet } from '../support/files/annotatedSheet.ts';
import { drawnPixels, withPlan } from './support/drawnPixels.ts';

const field = (at: number, entries: string, turned = 0) =>
  `/Subtype /Widget /DA (/Helv 12 Tf 0 g) /Rect [20 ${360 - at * 50} 180 ${400 - at * 50}] /MK << /R ${turned} >> ${entries}`;
const filled = (turned: number) => [
  field(0, '/FT /Tx /T (a) /V (Array B, 11 modules)', turned),
  field(1, '/FT /Tx /Ff 4096 /T (b) /V (Ground mount.\\rTrench 24 in.)', turned),
  field(2, '/FT /Tx /Ff 16777216 /MaxLen 8 /T (c) /V (NABCEP77)', turned),
  field(3, '/FT /Ch /Ff 131072 /T (d) /Opt [[(sce) (Edison)] [(pge) (Pacific)]] /V (pge)', turned),
  field(4, '/FT /Ch /T (e) /Opt [(Comp) (Tile) (Metal)] /V (Tile)', turned),
];
/** The same without a value, and one that must not be read. */
const empty = [field(5, '/FT /Tx /T (f)'), field(6, '/FT /Tx /Ff 8192 /T (g) /V (hunter2)')];
const places = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ x: 20, y: at * 50, width: 160, height: 40 }));

test.each([
  [0, ''],
  [90, ''],
  [180, ''],
  [270, ''],
  [0, '/NeedAppearances true'],
])(
  'values of fields without appearance are drawn, turned by %i, with %j in the form',
  async (turned, form) => {
    const bytes = annotatedSheet([...filled(turned), ...empty], { form });
    const counted = await withPlan(bytes, (plan) => drawnPixels(plan, places(7)));
    for (const pixels of counted.slice(0, 5)) expect(pixels).toBeGreaterThan(60);
    expect(counted.slice(5)).toEqual([0, 0]);
  },
);

test('values are drawn on pages that are turned, too', async () => {
  const bytes = annotatedSheet(filled(0), { page: '/Rotate 90' });
  const turned = places(5).map(({ x, y, width, height }) => ({
    x: 400 - y - height,
    y: x,
    width: height,
    height: width,
  }));
  const counted = await withPlan(bytes, (plan) => drawnPixels(plan, turned));
  for (const pixels of counted) expect(pixels).toBeGreaterThan(60);
});

test('words of fields, and those that a drawing has as lines, are read with their places', async () => {
  const shx =
    '/Subtype /Square /C [1 1 0] /CA 0 /BS << /W 0 >> /T (AutoCAD SHX Text) /Contents (MSP 225A) /Rect [200 100 260 110]';
  const bytes = annotatedSheet([...filled(0), ...empty, shx]);
  const { signal } = new AbortController();
  const words = await withPlan(bytes, (plan) => plan.read(1, wordsBesideText, signal));
  expect(words.map(({ text }) => text)).toEqual([
    'MSP 225A',
    'Array B, 11 modules',
    'Ground mount.\nTrench 24 in.',
    'NABCEP77',
    'Pacific',
    'Tile',
  ]);
  expect(words[0]?.box).toEqual({ x: 200, y: 290, width: 60, height: 10 });
});
