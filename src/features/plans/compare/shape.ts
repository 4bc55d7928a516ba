import type { Matrix } from '../page/matrix.ts';

/** Left, top, right and bottom, in points of the page as it is shown. */
export type Edges = readonly [number, number, number, number];

/** A drawn form, wherever it stands: its points from its upper left corner, and what forms are told apart by whose points differ. */
export type Shape = {
  width: number;
  height: number;
  points: readonly number[];
  /** The length of its outline, the area it encloses, and the middle of its outline. */
  length: number;
  area: number;
  middle: readonly [number, number];
};

/** The codes of the library's paths, and how many numbers follow each. */
const [moveTo, lineTo, curveTo, quadraticTo] = [0, 1, 2, 3];
const numbers = [2, 2, 6, 4, 0];
/** Into how many lines a curve is divided for its length and area. */
const steps = 8;

/** A part of a path between two of its corners: of a line two points, of a curve four. */
export type Segment = number[];

/** Returns the parts of a path, each begun anew, on the page. */
export function subpathsOf(
  path: ArrayLike<number>,
  [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]: Matrix,
): Segment[][] {
  const found: Segment[][] = [];
  let part: Segment[] = [];
  let [x, y, startX, startY] = [0, 0, 0, 0];
  const begin = () => {
    if (part.length > 0) found.push(part);
    part = [];
  };
  const add = (...to: number[]) => {
    part.push([x, y, ...to]);
    [x, y] = to.slice(-2) as [number, number];
  };
  for (let at = 0; at < path.length; ) {
    const code = path[at++] as number;
    const to: number[] = [];
    for (const end = at + (numbers[code] ?? 0); at < end; at += 2) {
      const [px, py] = [path[at] as number, path[at + 1] as number];
      to.push(a * px + c * py + e, b * px + d * py + f);
    }
    if (code === moveTo) {
      begin();
      [x, y] = to as [number, number];
      [startX, startY] = [x, y];
    } else if (code === lineTo || code === curveTo) add(...to);
    else if (code === quadraticTo) {
      const [qx = 0, qy = 0, endX = 0, endY = 0] = to;
      const third = (from: number, control: number) => from + (2 / 3) * (control - from);
      add(third(x, qx), third(y, qy), third(endX, qx), third(endY, qy), endX, endY);
    } else if (Math.hypot(x - startX, y - startY) > 1e-3 || part.length === 0) add(startX, startY);
  }
  begin();
  return found;
}

/** Returns points along a segment, without its first. */
function along(segment: Segment): readonly number[] {
  if (segment.length === 4) return segment.slice(2);
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0, x2 = 0, y2 = 0, x3 = 0, y3 = 0] = segment;
  const points: number[] = [];
  for (let step = 1; step <= steps; step += 1) {
    const t = step / steps;
    const [p, q, r, s] = [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t ** 3];
    points.push(p * x0 + q * x1 + r * x2 + s * x3, p * y0 + q * y1 + r * y2 + s * y3);
  }
  return points;
}

/** Shorter steps of an outline are inaccuracies, which lead anywhere. */
const leastStep = 0.01;

/**
 * Whether a form is one outline that turns around once: either rule says that the same is inside. Of several outlines, and of most that
 * cross themselves, they say something else.
 */
export function isSimple(form: readonly Segment[]): boolean {
  let [x = 0, y = 0] = form[0] ?? [];
  const start = [x, y];
  const angles: number[] = [];
  for (const [at, segment] of form.entries()) {
    const [lastX, lastY] = form[at - 1]?.slice(-2) ?? start;
    if (lastX !== segment[0] || lastY !== segment[1]) return false;
    const passed = [...along(segment), ...(at === form.length - 1 ? start : [])];
    for (let next = 0; next < passed.length; next += 2) {
      const [toX, toY] = [passed[next] as number, passed[next + 1] as number];
      if (Math.hypot(toX - x, toY - y) < leastStep) continue;
      angles.push(Math.atan2(toY - y, toX - x));
      [x, y] = [toX, toY];
    }
  }
  const turned = angles.reduce((sum, angle, at) => {
    const turns = (angle - (angles.at(at - 1) ?? 0)) / (2 * Math.PI);
    return sum + turns - Math.round(turns);
  }, 0);
  return Math.round(Math.abs(turned)) === 1;
}

/** Returns the form of segments, and where it stands. @param isFilled whether they enclose an area */
export function shapeOf(
  segments: readonly Segment[],
  isFilled: boolean,
): { shape: Shape; x: number; y: number } {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  let [length, area, sumX, sumY] = [0, 0, 0, 0];
  const points: number[] = [];
  let [lastX, lastY, startX, startY] = [NaN, NaN, 0, 0];
  const reach = (x: number, y: number) => {
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x);
    bottom = Math.max(bottom, y);
  };
  for (const segment of segments) {
    let [x, y] = segment as [number, number];
    if (x !== lastX || y !== lastY) {
      // A form is closed to be filled.
      if (!Number.isNaN(lastX)) area += lastX * startY - startX * lastY;
      [startX, startY] = [x, y];
      points.push(x, y);
      reach(x, y);
    }
    for (let at = 2; at < segment.length; at += 1) points.push(segment[at] as number);
    const passed = along(segment);
    for (let at = 0; at < passed.length; at += 2) {
      const [nextX, nextY] = [passed[at] as number, passed[at + 1] as number];
      const step = Math.hypot(nextX - x, nextY - y);
      length += step;
      sumX += step * (x + nextX);
      sumY += step * (y + nextY);
      area += x * nextY - nextX * y;
      [x, y] = [nextX, nextY];
      reach(x, y);
    }
    [lastX, lastY] = [x, y];
  }
  area += lastX * startY - startX * lastY;
  const middle =
    length > 0 ? ([sumX / length / 2 - left, sumY / length / 2 - top] as const) : ([0, 0] as const);
  const shape = {
    width: right - left,
    height: bottom - top,
    points: points.map((value, at) => value - (at % 2 ? top : left)),
    length,
    area: isFilled ? Math.abs(area) / 2 : 0,
    middle,
  };
  return { shape, x: left, y: top };
}

/** Returns segments that touch no others as forms of their own: programs put many forms into one path, or one into many. */
export function apart(parts: readonly Segment[][]): Segment[][] {
  if (parts.length < 2) return [...parts];
  const boxes = parts
    .map((part) => ({ part, ...shapeOf(part, false) }))
    .map(({ part, shape, x, y }) => ({
      part,
      left: x,
      top: y,
      right: x + shape.width,
      bottom: y + shape.height,
    }))
    .sort((one, other) => one.left - other.left);
  const groups: { left: number; top: number; right: number; bottom: number; parts: Segment[][] }[] = [];
  let open: typeof groups = [];
  for (const { part, ...box } of boxes) {
    const isOver = ({ top, bottom, right }: (typeof groups)[number]) =>
      right >= box.left && top <= box.bottom && bottom >= box.top;
    const touched = open.filter(isOver);
    const all = [...touched, { ...box, parts: [part] }];
    const joined = {
      left: Math.min(...all.map(({ left }) => left)),
      top: Math.min(...all.map(({ top }) => top)),
      right: Math.max(...all.map(({ right }) => right)),
      bottom: Math.max(...all.map(({ bottom }) => bottom)),
      parts: all.flatMap(({ parts: own }) => own),
    };
    // What ends before this begins is touched by nothing that comes.
    const ended = open.filter((one) => one.right < box.left);
    groups.push(...ended);
    open = open.filter((one) => !touched.includes(one) && one.right >= box.left);
    open.push(joined);
  }
  return [...groups, ...open].map(({ parts: own }) => own.flat());
}

/** The farthest that two things stand apart that count as at one place, in points: less than a twenty-fifth of a millimeter. */
export const tolerance = 0.1;

/** Larger forms are no letters. */
const maxLetter = 24;

const isRectangle = ({ width, height, area }: Shape) =>
  area > 0 && Math.abs(area - width * height) < 0.001 * area;

/** Returns whether two forms are the same, as far as numbers are rounded. */
export function isSameShape(one: Shape, other: Shape): boolean {
  if (one === other) return true;
  if (Math.abs(one.width - other.width) > tolerance * 1.5) return false;
  if (Math.abs(one.height - other.height) > tolerance * 1.5) return false;
  if (isRectangle(one) && isRectangle(other)) return true;
  if (one.points.length === other.points.length)
    return one.points.every((value, at) => Math.abs(value - (other.points[at] as number)) <= tolerance * 1.5);
  // The same outline may have its curves divided, as letters have: only of a small one do these tell.
  if (one.area === 0 || Math.max(one.width, one.height) > maxLetter) return false;
  const slack = tolerance * 0.7;
  return (
    Math.abs(one.middle[0] - other.middle[0]) <= slack &&
    Math.abs(one.middle[1] - other.middle[1]) <= slack &&
    Math.abs(one.length - other.length) <= 0.015 * one.length + 0.02 &&
    Math.abs(one.area - other.area) <= 0.02 * one.area + 0.01 * one.length
  );
}

/** Returns the edges around a rectangle of another space. */
export function edgesOf(rect: ArrayLike<number>, matrix: Matrix): Edges {
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = Array.from(rect);
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = matrix;
  const xs = [x0, x1].flatMap((x) => [y0, y1].map((y) => a * x + c * y + e));
  const ys = [x0, x1].flatMap((x) => [y0, y1].map((y) => b * x + d * y + f));
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

/** Returns the edges around others. */
export const union = (all: readonly Edges[]): Edges => [
  Math.min(...all.map(([left]) => left)),
  Math.min(...all.map(([, top]) => top)),
  Math.max(...all.map(([, , right]) => right)),
  Math.max(...all.map(([, , , bottom]) => bottom)),
];

export const touches = (one: Edges, other: Edges) =>
  one[0] <= other[2] && one[2] >= other[0] && one[1] <= other[3] && one[3] >= other[1];
