import type { Matrix } from './matrix.ts';

/** Returns what turns an annotation about its upper left corner so that it is upright on a page that is turned by so many degrees. */
export function uprightOn(
  rotate: number,
  [left = 0, , , top = 0]: ArrayLike<number> & Iterable<number>,
): Matrix {
  const [cos, sin] = [Math.cos((rotate * Math.PI) / 180), Math.sin((rotate * Math.PI) / 180)].map(
    Math.round,
  ) as [number, number];
  return [cos, sin, -sin, cos, left - cos * left + sin * top, top - sin * left - cos * top];
}

/** Returns the corners of a rectangle, lower left and upper right, after it was turned. */
export function turnedRect(
  [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]: Matrix,
  rect: ArrayLike<number>,
): number[] {
  const [left = 0, bottom = 0, right = 0, top = 0] = Array.from(rect);
  const [xs, ys] = [
    [a * left + c * bottom + e, a * right + c * top + e],
    [b * left + d * bottom + f, b * right + d * top + f],
  ];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}
