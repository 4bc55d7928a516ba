import { expect, test } from 'vitest';
import { drawnName, isDrawable, sizeRefusal } from '../../../src/ui/drawing/drawable.ts';
import {
  canRedo,
  canUndo,
  colorNames,
  type Drawing,
  emptyDrawing,
  isBlank,
  redone,
  type Shape,
  shapeNames,
  shapesOf,
  undone,
  withoutShape,
  withShape,
} from '../../../src/ui/drawing/drawing.ts';
import { boxOf, moved, pathOf, placeOf, resized, withPoint } from '../../../src/ui/drawing/geometry.ts';
import { laidOut, textRefusal } from '../../../src/ui/drawing/newShapes.ts';
import { canvasSize } from '../../../src/ui/drawing/renderDrawing.ts';
import { colors, fontSize, wrapped } from '../../../src/ui/drawing/shapeStyle.ts';

const picture = { width: 1000, height: 500 };
const look = { color: 'red', size: 'medium' } as const;
const arrow: Shape = { ...look, id: 'a', kind: 'arrow', from: [100, 100], to: [300, 200] };
const ellipse: Shape = { ...look, id: 'e', kind: 'ellipse', center: [500, 250], radii: [50, 30] };
const line: Shape = {
  ...look,
  id: 'l',
  kind: 'line',
  points: [
    [10, 10],
    [20, 40],
    [60, 20],
  ],
};

function drawn(...shapes: Shape[]): Drawing {
  return shapes.reduce((drawing, shape) => withShape(drawing, shape), emptyDrawing(1000, 500));
}

const idsOf = (drawing: Drawing) => shapesOf(drawing).map(({ id }) => id);

test('every step can be undone and redone, and a new step ends what could be redone', () => {
  const three = withoutShape(drawn(arrow, ellipse), 'a');
  expect(idsOf(three)).toEqual(['e']);
  expect(idsOf(undone(three))).toEqual(['a', 'e']);
  expect(idsOf(undone(undone(three)))).toEqual(['a']);
  const none = undone(undone(undone(three)));
  expect([idsOf(none), canUndo(none), canRedo(none)]).toEqual([[], false, true]);
  expect(undone(none)).toBe(none);
  expect(idsOf(redone(redone(redone(none))))).toEqual(['e']);
  const other = withShape(undone(three), line);
  expect([idsOf(other), canRedo(other)]).toEqual([['a', 'e', 'l'], false]);
  // What can be redone would be missed.
  expect([isBlank(none), isBlank(emptyDrawing(10, 10))]).toEqual([false, true]);
});

test('many presses of a key on one shape are undone at once, and those on another by themselves', () => {
  let drawing = drawn(arrow, ellipse);
  for (let n = 0; n < 5; n += 1) drawing = withShape(drawing, moved(arrow, n, 0, picture), true);
  for (let n = 0; n < 5; n += 1) drawing = withShape(drawing, moved(ellipse, n, 0, picture), true);
  expect(drawing.steps).toHaveLength(4);
  expect(shapesOf(undone(drawing))[1]).toEqual(ellipse);
  expect(shapesOf(undone(undone(drawing)))[0]).toEqual(arrow);
});

test('a changed shape keeps its place among the others, and a removed one its number', () => {
  const drawing = withShape(drawn(arrow, ellipse), { ...arrow, color: 'blue' });
  expect(idsOf(drawing)).toEqual(['a', 'e']);
  const second = withShape(withoutShape(drawing, 'a'), { ...arrow, id: 'a2' });
  expect(Object.fromEntries(shapeNames(second))).toEqual({ a: 'Arrow 1', e: 'Ellipse 1', a2: 'Arrow 2' });
});

test('a moved shape keeps its size, and its middle stays on the picture', () => {
  for (const shape of [arrow, ellipse, line]) {
    const before = boxOf(shape, picture);
    const after = boxOf(moved(shape, 40, -7, picture), picture);
    expect([after.width, after.height]).toEqual([before.width, before.height]);
    const far = boxOf(moved(shape, 1e6, 1e6, picture), picture);
    expect([far.x + far.width / 2, far.y + far.height / 2]).toEqual([1000, 500]);
  }
  expect(boxOf(moved(arrow, 40, 7, picture), picture)).toMatchObject({ x: 140, y: 107 });
});

test('resizing moves the tip of an arrow, the edge of an ellipse, and never turns a shape inside out', () => {
  expect(resized(arrow, 20, -30, picture)).toMatchObject({ from: [100, 100], to: [320, 170] });
  expect(resized(ellipse, 20, -10, picture)).toMatchObject({ center: [500, 250], radii: [70, 20] });
  const tiny = resized(ellipse, -1000, -1000, picture);
  expect(boxOf(tiny, picture).width).toBeGreaterThan(0);
  const wide = boxOf(resized(line, 50, 0, picture), picture);
  expect(wide).toMatchObject({ x: 10, y: 10, width: 100, height: 30 });
  expect(boxOf(resized(line, -1e6, 0, picture), picture).width).toBeGreaterThan(0);
});

test('paths have only numbers, also of a dot and of a line of one point', () => {
  for (const shape of [
    arrow,
    ellipse,
    line,
    { ...line, points: [[3, 4]] } as Shape,
    { ...arrow, to: arrow.from },
  ]) {
    expect(pathOf(shape, 7)).toMatch(/^M [\d\s.A-Za-z-]+$/);
    expect(pathOf(shape, 7)).not.toMatch(/NaN|Infinity|undefined/);
  }
});

test('a long line is thinned out and still reaches from its start to its end', () => {
  let points: [number, number][] = [];
  for (let n = 0; n < 5000; n += 1) points = withPoint(points, [n, n % 7], 0.5);
  expect(points.length).toBeLessThan(1100);
  expect([points[0], points.at(-1)]).toEqual([
    [0, 0],
    [4999, 4999 % 7],
  ]);
  expect(withPoint(points, [4999.1, 1], 5)).toEqual(points);
});

test('each color stands out from its outline, so that it is readable on any picture', () => {
  const luminance = (hex: string) => {
    const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
      const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  for (const name of colorNames) {
    const [light = 0, dark = 0] = [colors[name].fill, colors[name].outline]
      .map(luminance)
      .sort((a, b) => b - a);
    expect((light + 0.05) / (dark + 0.05), name).toBeGreaterThanOrEqual(4.5);
  }
});

test('a text is broken into lines that fit, words that are too long too', () => {
  const measure = (text: string) => text.length;
  expect(wrapped('a beam of steel\n\nhere', 7, measure)).toEqual(['a beam', 'of', 'steel', '', 'here']);
  expect(wrapped('Donaudampfschiff', 6, measure)).toEqual(['Donaud', 'ampfsc', 'hiff']);
  const measured = (text: string) => text.length * 30;
  const { lines, at, width } = laidOut('x'.repeat(200), 'large', [990, 499], picture, measured);
  expect(lines.every((one) => measured(one) <= picture.width * 0.8)).toBe(true);
  expect(at[0] + width).toBeLessThanOrEqual(picture.width);
  expect(at[1]).toBeGreaterThanOrEqual(0);
});

test('a text is told its limit', () => {
  expect(textRefusal('Crack, 3 mm')).toBe('');
  expect(textRefusal('  ')).toBe('Enter the text to add.');
  expect(textRefusal('x'.repeat(200))).toBe('');
  expect(textRefusal('x'.repeat(10_000))).toBe('Text must have 200 characters or fewer. This has 10,000.');
});

test('pictures that are too narrow or too large are refused with their size', () => {
  expect(sizeRefusal(picture)).toBe('');
  expect(sizeRefusal({ width: 8660, height: 5774 })).toBe('');
  expect(sizeRefusal({ width: 1, height: 30_000 })).toBe(
    'This picture is 1 × 30,000 pixels. Drawing needs at least 16 pixels on each side.',
  );
  expect(sizeRefusal({ width: 30_000, height: 30_000 })).toMatch(/^This picture has 900 megapixels/);
});

test('a copy is as large as the picture where a canvas can be, and has its proportions where not', () => {
  expect(canvasSize({ width: 8660, height: 5774 }, 8192 * 8192)).toEqual({ width: 8660, height: 5774 });
  const { width, height } = canvasSize({ width: 8660, height: 5774 }, 4096 * 4096);
  expect(width * height).toBeLessThanOrEqual(4096 * 4096);
  expect(width / height).toBeCloseTo(8660 / 5774, 2);
});

test('PNG and JPEG pictures can be drawn on, and the copy has a name of its own', () => {
  expect(isDrawable({ name: 'a.pdf', type: 'application/pdf' })).toBe(false);
  expect(isDrawable({ name: 'a', type: 'image/png' })).toBe(true);
  expect(isDrawable({ name: 'a.JPEG', type: '' })).toBe(true);
  expect(drawnName({ name: 'north wall.jpeg', type: 'image/jpeg' })).toBe('north wall-drawing.jpg');
  expect(drawnName({ name: 'plan', type: 'image/png' })).toBe('plan-drawing.png');
  expect(drawnName({ name: `${'x'.repeat(300)}.jpg`, type: 'image/jpeg' })).toHaveLength(180);
});

test('a shape says where it is, and sizes follow the picture', () => {
  expect(placeOf(arrow, picture)).toBe('upper left');
  expect(placeOf(ellipse, picture)).toBe('center');
  expect(fontSize({ width: 8000, height: 6000 }, 'medium')).toBeGreaterThan(fontSize(picture, 'medium'));
  expect(fontSize({ width: 16, height: 30_000 }, 'large')).toBeLessThanOrEqual(8);
});
