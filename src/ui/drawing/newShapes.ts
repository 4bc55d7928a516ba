import { grouped } from '../../contract/grouped.ts';
import { type Drawing, maxDrawnText, type Shape, type SizeName } from './drawing.ts';
import { fontFamily, fontSize, fontWeight, lineHeight, wrapped } from './shapeStyle.ts';

type Picture = Pick<Drawing, 'width' | 'height'>;
type Point = [number, number];

/** A usual size, as a share of the shorter edge. */
const share = 1 / 6;

function usualLength({ width, height }: Picture): number {
  return Math.min(width, height) * share;
}

/** An arrow that points at a place, from the side where there is room. */
export function defaultArrow([x, y]: Point, picture: Picture): { from: Point; to: Point } {
  const length = usualLength(picture);
  const side = (at: number) => (at - length < 0 ? at + length : at - length);
  return { from: [side(x), side(y)], to: [x, y] };
}

export function defaultEllipse(center: Point, picture: Picture): { center: Point; radii: Point } {
  const length = usualLength(picture);
  return { center, radii: [length, length * 0.75] };
}

type Look = Pick<Shape, 'id' | 'color' | 'size'>;

/** Returns an arrow or an ellipse of a usual size in the middle of a picture. */
export function shapeInMiddle(kind: 'arrow' | 'ellipse', look: Look, picture: Picture): Shape {
  const middle: Point = [picture.width / 2, picture.height / 2];
  return kind === 'arrow'
    ? { ...look, kind, ...defaultArrow(middle, picture) }
    : { ...look, kind, ...defaultEllipse(middle, picture) };
}

/** Returns why a text cannot be put on the picture, as a sentence; empty when it can. */
export function textRefusal(text: string): string {
  const { length } = [...text.trim()];
  if (length === 0) return 'Enter the text to add.';
  if (length <= maxDrawnText) return '';
  return `Text must have ${maxDrawnText} characters or fewer. This has ${grouped(length)}.`;
}

/** A line of a text is broken at this share of the width of the picture. */
const widest = 0.8;

type Measure = (text: string, font: string) => number;

function measureOnCanvas(text: string, font: string): number {
  const context = document.createElement('canvas').getContext('2d');
  if (!context) return 0;
  context.font = font;
  return context.measureText(text).width;
}

/** Lays a text out in lines, and finds its place: around a point, and on the picture. */
export function laidOut(
  text: string,
  size: SizeName,
  [x, y]: Point,
  picture: Picture,
  measure: Measure = measureOnCanvas,
): Pick<Extract<Shape, { kind: 'text' }>, 'text' | 'lines' | 'width' | 'at'> {
  const pixels = fontSize(picture, size);
  const font = `${fontWeight} ${pixels}px ${fontFamily}`;
  const widths = new Map<string, number>();
  const widthOf = (part: string) => {
    const known = widths.get(part) ?? measure(part, font);
    widths.set(part, known);
    return known;
  };
  const lines = wrapped(text, picture.width * widest, widthOf);
  const width = Math.max(...lines.map(widthOf));
  const height = lines.length * pixels * lineHeight;
  const inside = (at: number, length: number, edge: number) =>
    Math.max(0, Math.min(edge - length, at - length / 2));
  return {
    text: text.trim(),
    lines,
    width,
    at: [inside(x, width, picture.width), inside(y, height, picture.height)],
  };
}

/** Returns a text around a point, with a look of its own or that of another shape. */
export function textShape(text: string, { id, color, size }: Look, around: Point, picture: Picture): Shape {
  return { id, color, size, kind: 'text', ...laidOut(text, size, around, picture) };
}
