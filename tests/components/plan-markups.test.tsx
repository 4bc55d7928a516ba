import { expect, test } from 'vitest';
import type { Box } from '../../src/features/plans/page/box.ts';
import { annotatedSheet } from '../support/files/annotatedSheet.ts';
import { drawnPixels, withPlan } from './support/drawnPixels.ts';

const line = '/C [1 0 0] /BS << /W 4 >>';
const near = (x: number, y: number): Box => ({ x: x - 4, y: y - 4, width: 8, height: 8 });

const cloudy = '/BE << /S /C /I 2 >>';
const corners = { left: '100 100 300 100 300 300 100 300', turned: '100 100 100 300 300 300 300 100' };
const outside: Box = { x: 88, y: 150, width: 9, height: 100 };

/** Places are from the upper left corner. */
test.each([
  [
    'a polygon is closed',
    `/Subtype /Polygon ${line} /Vertices [100 300 300 300 300 100] /Rect [90 90 310 310]`,
    near(200, 200),
    20,
  ],
  [
    'a cloud is closed',
    `/Subtype /Polygon /IT /PolygonCloud /BE << /S /C /I 2 >> ${line} /Vertices [100 300 300 300 300 100 100 100] /Rect [90 90 310 310]`,
    near(100, 200),
    20,
  ],
  ...(
    [
      ['a cloud', '/Polygon /IT /PolygonCloud', 'left', 20],
      ['a cloud whose corners run clockwise', '/Polygon /IT /PolygonCloud', 'turned', 20],
      ['a rectangle drawn as a cloud', '/Square', 'left', 20],
    ] as const
  ).map(([name, subtype, order, least]): [string, string, Box, number] => [
    `${name} has bows outside of its edges`,
    `/Subtype ${subtype} ${cloudy} ${line} /Vertices [${corners[order]}] /Rect [100 100 300 300]`,
    outside,
    least,
  ]),
  [
    'a cloud has no bows inside of its edges',
    `/Subtype /Polygon ${cloudy} ${line} /Vertices [${corners.left}] /Rect [100 100 300 300]`,
    { x: 104, y: 150, width: 10, height: 100 },
    0,
  ],
  [
    'a cloud without a border has no bows',
    `/Subtype /Square ${cloudy} /C [1 0 0] /BS << /W 0 >> /Rect [100 100 300 300]`,
    outside,
    0,
  ],
  [
    'a polygon that is no cloud has no bows',
    `/Subtype /Polygon /BE << /S /S >> ${line} /Vertices [${corners.left}] /Rect [100 100 300 300]`,
    outside,
    0,
  ],
  [
    'an arrow has its head where the line ends',
    `/Subtype /Line /LE [/None /ClosedArrow] ${line} /L [300 200 100 200] /Rect [90 190 310 210]`,
    near(106, 196),
    30,
  ],
  [
    'an arrow has no head where the line begins',
    `/Subtype /Line /LE [/None /ClosedArrow] ${line} /L [300 200 100 200] /Rect [90 190 310 210]`,
    { x: 285, y: 190, width: 15, height: 6 },
    0,
  ],
  [
    'a link has the border that it names',
    '/Subtype /Link /C [0 0 1] /Border [0 0 3] /Dest [0 /Fit] /Rect [100 190 300 210]',
    near(100, 200),
    20,
  ],
  [
    'a link that is underlined has no frame',
    '/Subtype /Link /C [0 0 1] /BS << /W 3 /S /U >> /Dest [0 /Fit] /Rect [100 190 300 210]',
    { x: 96, y: 188, width: 12, height: 12 },
    0,
  ],
  [
    'an answer is shown with what it answers',
    '/Subtype /Text /IRT 5 0 R /Contents (Yes) /Rect [190 190 210 210]',
    near(200, 200),
    0,
  ],
  [
    'words of the drawing are not framed',
    '/Subtype /Square /C [1 0 0] /T (AutoCAD SHX Text) /Contents (EV-1) /Rect [100 196 300 204]',
    near(200, 200),
    0,
  ],
  [
    'a rectangle that has no border has none',
    '/Subtype /Square /C [1 0 0] /BS << /W 0 >> /Rect [100 196 300 204]',
    near(200, 200),
    0,
  ],
])('%s', async (_, entries, place, least) => {
  const [pixels = 0] = await withPlan(annotatedSheet([entries]), (plan) => drawnPixels(plan, [place]));
  if (least === 0) expect(pixels).toBe(0);
  else expect(pixels).toBeGreaterThan(least);
});

test('of a choice, the one that is taken is filled', async () => {
  const kid = (at: number, state: string) =>
    `/Subtype /Widget /Parent 5 0 R /AS /${state} /Rect [${at} 190 ${at + 20} 210]`;
  const bytes = annotatedSheet([
    '/FT /Btn /Ff 49152 /T (Roof) /V /Tile /Kids [6 0 R 7 0 R]',
    kid(100, 'Off'),
    kid(200, 'Tile'),
  ]);
  const [empty, taken] = await withPlan(bytes, (plan) => drawnPixels(plan, [near(110, 200), near(210, 200)]));
  expect(empty).toBe(0);
  expect(taken).toBeGreaterThan(100);
});
