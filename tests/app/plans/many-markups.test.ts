import { expect, test, vi } from 'vitest';
import type { Annotation } from '../../../src/features/plans/page/annotations.ts';
import { withRaw } from '../../../src/features/plans/page/drawMarkups.ts';

/** Places rectangles as a takeoff counts by them: as the library says each, and as the document writes it. */
function counted(count: number) {
  const rects = Array.from({ length: count }, (_, at) => {
    const [x, y] = [(at % 60) * 12, Math.floor(at / 60) * 12];
    return [x, y, x + 10, y + 10] as const;
  });
  return {
    annotations: rects.map((rect) => ({ subtype: 'Square', rect }) as unknown as Annotation),
    objects: rects.map((rect) => `<< /Subtype /Square /Rect [${rect.join(' ')}] /BS << /W 1 >> >>`),
  };
}

/** Returns how often a pattern is looked for while markups are found in the document. */
function looksAt(count: number): number {
  const { annotations, objects } = counted(count);
  const exec = vi.spyOn(RegExp.prototype, 'exec');
  withRaw(annotations, objects);
  const looks = exec.mock.calls.length;
  exec.mockRestore();
  return looks;
}

test('a takeoff of twice as many markups takes twice the work to draw, not four times', () => {
  expect(looksAt(200)).toBeLessThan(2.5 * looksAt(100));
});

test('each markup is found by its kind and place, a line by its ends whichever way it runs', () => {
  const { annotations, objects } = counted(3);
  const line = { subtype: 'Line', rect: [0, 0, 10, 10], lineCoordinates: [9, 9, 1, 1] };
  const other = '<< /Subtype /Line /Rect [0 0 10 10] /L [1 1 9 4] >>';
  const own = '<< /Subtype /Line /Rect [0 0 10 10] /L [1 1 9 9] >>';
  const found = withRaw(
    [...annotations, line as unknown as Annotation],
    [other, own, ...objects.toReversed()],
  );
  expect(found.map(({ raw }) => raw)).toEqual([...objects, own]);
  const moved = { subtype: 'Circle', rect: [0, 0, 10, 10] } as unknown as Annotation;
  expect(withRaw([moved], objects)).toEqual([{ one: moved, raw: '' }]);
});
