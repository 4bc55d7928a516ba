import type { Drawing, Point, Shape } from './drawing.ts';
import { fontSize, lineHeight, longerEdge, strokeWidth } from './shapeStyle.ts';

/** Where shapes are, in pixels of the picture: the same for the screen (SVG) and for the copy (canvas). */

type Picture = Pick<Drawing, 'width' | 'height'>;
export type Box = { x: number; y: number; width: number; height: number };

function rounded(pixels: number): number {
  return Math.round(pixels * 10) / 10;
}

function xy([x, y]: Point): string {
  return `${rounded(x)} ${rounded(y)}`;
}

/** Returns the path of a shape as SVG writes it; of a text none. */
export function pathOf(shape: Shape, stroke: number): string {
  switch (shape.kind) {
    case 'line':
      return linePath(shape.points);
    case 'arrow':
      return arrowPath(shape.from, shape.to, stroke);
    case 'ellipse': {
      const [x, y] = shape.center;
      const [rx, ry] = shape.radii.map((radius) => Math.max(1, rounded(radius))) as [number, number];
      const half = `${rx} ${ry} 0 1 0`;
      return `M ${xy([x - rx, y])} a ${half} ${2 * rx} 0 a ${half} ${-2 * rx} 0 Z`;
    }
    case 'text':
      return '';
  }
}

/** Curves through the middles between the points, so that a quick finger draws no corners. */
function linePath(points: readonly Point[]): string {
  const [first, ...others] = points as [Point, ...Point[]];
  const last = others.at(-1);
  // A dot: round ends draw a line without a length.
  if (!last) return `M ${xy(first)} l 0.1 0`;
  const curves = others.slice(0, -1).map((point, at) => {
    const next = others[at + 1] as Point;
    return `Q ${xy(point)} ${xy([(point[0] + next[0]) / 2, (point[1] + next[1]) / 2])}`;
  });
  return [`M ${xy(first)}`, ...curves, `L ${xy(last)}`].join(' ');
}

const headAngle = Math.PI / 6;

function arrowPath(from: Point, to: Point, stroke: number): string {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const angle = Math.atan2(dy, dx);
  const head = Math.min(stroke * 5, Math.max(stroke * 2, Math.hypot(dx, dy) / 2));
  const end = (turn: number): Point => [
    to[0] - head * Math.cos(angle + turn),
    to[1] - head * Math.sin(angle + turn),
  ];
  return `M ${xy(from)} L ${xy(to)} M ${xy(end(headAngle))} L ${xy(to)} L ${xy(end(-headAngle))}`;
}

/** Returns the frame of a shape, without the width of its stroke. */
export function boxOf(shape: Shape, picture: Picture): Box {
  switch (shape.kind) {
    case 'line':
      return around(shape.points);
    case 'arrow':
      return around([shape.from, shape.to]);
    case 'ellipse': {
      const { center, radii } = shape;
      return { x: center[0] - radii[0], y: center[1] - radii[1], width: 2 * radii[0], height: 2 * radii[1] };
    }
    case 'text': {
      const height = shape.lines.length * fontSize(picture, shape.size) * lineHeight;
      return { x: shape.at[0], y: shape.at[1], width: shape.width, height };
    }
  }
}

function around(points: readonly Point[]): Box {
  let [left, top] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  let [right, bottom] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const [x, y] of points) {
    [left, top] = [Math.min(left, x), Math.min(top, y)];
    [right, bottom] = [Math.max(right, x), Math.max(bottom, y)];
  }
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** Returns the point in the middle of a box. */
export function middleOf({ x, y, width, height }: Box): [number, number] {
  return [x + width / 2, y + height / 2];
}

/** Limits a distance so that a middle stays on the picture. */
function within(middle: number, distance: number, edge: number): number {
  return Math.min(edge, Math.max(0, middle + distance)) - middle;
}

/** Moves a shape; its middle stays on the picture. */
export function moved(shape: Shape, dx: number, dy: number, picture: Picture): Shape {
  const box = boxOf(shape, picture);
  const x = within(box.x + box.width / 2, dx, picture.width);
  const y = within(box.y + box.height / 2, dy, picture.height);
  const shifted = (point: Point): [number, number] => [point[0] + x, point[1] + y];
  switch (shape.kind) {
    case 'line':
      return { ...shape, points: shape.points.map(shifted) };
    case 'arrow':
      return { ...shape, from: shifted(shape.from), to: shifted(shape.to) };
    case 'ellipse':
      return { ...shape, center: shifted(shape.center) };
    case 'text':
      return { ...shape, at: shifted(shape.at) };
  }
}

/**
 * Resizes a shape: an arrow at its tip, an ellipse around its middle, a line from its upper left corner. A text has its size by name.
 */
export function resized(shape: Shape, dx: number, dy: number, picture: Picture): Shape {
  const least = strokeWidth(picture, shape.size) * 2;
  switch (shape.kind) {
    case 'line': {
      const box = boxOf(shape, picture);
      const scale = (length: number, by: number) => (length > 0 ? Math.max(least, length + by) / length : 1);
      const [sx, sy] = [scale(box.width, dx), scale(box.height, dy)];
      const points = shape.points.map(([x, y]): [number, number] => [
        box.x + (x - box.x) * sx,
        box.y + (y - box.y) * sy,
      ]);
      return { ...shape, points };
    }
    case 'arrow': {
      const [x, y] = shape.to;
      return { ...shape, to: [x + within(x, dx, picture.width), y + within(y, dy, picture.height)] };
    }
    case 'ellipse': {
      const [rx, ry] = shape.radii;
      const most = longerEdge(picture);
      const radius = (now: number, by: number) => Math.min(most, Math.max(least, now + by));
      return { ...shape, radii: [radius(rx, dx), radius(ry, dy)] };
    }
    case 'text':
      return shape;
  }
}

/** Returns the points by which a shape is pulled, each with the shape that results. */
export function handlesOf(shape: Shape): { at: Point; pulledTo: (point: [number, number]) => Shape }[] {
  if (shape.kind === 'arrow') {
    return [
      { at: shape.from, pulledTo: (from) => ({ ...shape, from }) },
      { at: shape.to, pulledTo: (to) => ({ ...shape, to }) },
    ];
  }
  if (shape.kind === 'ellipse') {
    const { center, radii } = shape;
    const radius = (distance: number) => Math.max(1, Math.abs(distance));
    return [
      {
        at: [center[0] + radii[0], center[1] + radii[1]],
        pulledTo: ([x, y]) => ({ ...shape, radii: [radius(x - center[0]), radius(y - center[1])] }),
      },
    ];
  }
  return [];
}

/** The most points of one line; more are thinned out. */
const maxPoints = 1000;

/** Adds a point to a line, unless it is as good as the last one. @param least the distance that can be seen */
export function withPoint(points: readonly [number, number][], point: [number, number], least: number) {
  const last = points.at(-1);
  if (last && Math.hypot(point[0] - last[0], point[1] - last[1]) < least) return [...points];
  const rest = points.length < maxPoints ? points : points.filter((_, at) => at % 2 === 0);
  return [...rest, [rounded(point[0]), rounded(point[1])] as [number, number]];
}

const columns = ['left', 'center', 'right'] as const;
const rows = ['upper', 'middle', 'lower'] as const;

/** Says where a shape is, in words: “upper left”. */
export function placeOf(shape: Shape, picture: Picture): string {
  const box = boxOf(shape, picture);
  const third = (middle: number, edge: number) => Math.min(2, Math.max(0, Math.floor((middle / edge) * 3)));
  const row = rows[third(box.y + box.height / 2, picture.height)];
  const column = columns[third(box.x + box.width / 2, picture.width)];
  return row === 'middle' && column === 'center' ? 'center' : `${row} ${column}`;
}
