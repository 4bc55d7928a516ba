import { expect, test } from 'vitest';
import { annotatedSheet } from '../support/files/annotatedSheet.ts';
import { drawnPixels, withPlan } from './support/drawnPixels.ts';

/** Lines as spreadsheets print their tables: filled rectangles without a height or a width, in units of a tenth of a point. */
const table = 'q 0.1 0 0 0.1 0 0 cm 200 3600 3600 0 re 200 3000 3600 0 re f 200 400 0 2000 re f* Q';
const point = '300 100 0 0 re f';
const thick = '200 20 4 100 re f';

test('filled rectangles without a height or a width are thin lines', async () => {
  const bytes = annotatedSheet([], { content: `${table} ${point} ${thick}` });
  const counted = await withPlan(bytes, (plan) =>
    drawnPixels(plan, [
      { x: 20, y: 35, width: 360, height: 10 },
      { x: 20, y: 95, width: 360, height: 10 },
      { x: 15, y: 160, width: 10, height: 200 },
      { x: 290, y: 290, width: 20, height: 20 },
      { x: 190, y: 280, width: 20, height: 100 },
    ]),
  );
  const [first = 0, second = 0, upright = 0, ...others] = counted;
  // Of 720 and 400 pixels along, one or two across.
  for (const pixels of [first / 720, second / 720, upright / 400]) expect([1, 2]).toContain(pixels);
  expect(others).toEqual([0, 200 * 8]);
});
