import { expect, test } from 'vitest';
import { boxAfter, boxBefore, placementOf } from '../../../src/features/plans/comparison/placement.ts';

const before = { width: 400, height: 300 };
const box = { x: 10, y: 20, width: 40, height: 5 };

test.each([
  [undefined, before, { x: 10, y: 20, width: 40, height: 5 }],
  [90, { width: 300, height: 400 }, { x: 275, y: 10, width: 5, height: 40 }],
  [180, before, { x: 350, y: 275, width: 40, height: 5 }],
  [270, { width: 300, height: 400 }, { x: 20, y: 350, width: 5, height: 40 }],
  [undefined, { width: 800, height: 600 }, { x: 20, y: 40, width: 80, height: 10 }],
] as const)(
  'a place of a sheet that is turned by %s and %o large lies where it is drawn',
  (turned, after, lies) => {
    const placement = placementOf({ ...(turned && { turned }) }, before, after);
    expect(boxAfter(placement, box)).toEqual(lies);
    expect(boxBefore(placement, lies)).toEqual(box);
  },
);

test('a sheet that was compared enlarged and moved lies so', () => {
  const placement = placementOf({ lies: [2, 0, 0, 2, 30, -10] }, before, before);
  expect(boxAfter(placement, box)).toEqual({ x: 50, y: 30, width: 80, height: 10 });
  expect(boxBefore(placement, { x: 50, y: 30, width: 80, height: 10 })).toEqual(box);
});

test('a sheet whose size differs by rounding alone is not scaled', () => {
  const placement = placementOf({}, before, { width: 400.2, height: 300.1 });
  expect(boxAfter(placement, box)).toEqual(box);
});

test('a place of a scan that was turned a little lies around where it is drawn', () => {
  const [cos, sin] = [Math.cos(0.01), Math.sin(0.01)];
  const placement = placementOf({ lies: [cos, sin, -sin, cos, 4, 5] }, before, before);
  const { x, y, width, height } = boxAfter(placement, box);
  expect([x, y, width, height].map((one) => Number(one.toFixed(2)))).toEqual([13.75, 25.1, 40.05, 5.4]);
});
