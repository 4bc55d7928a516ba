/** A plane over the sheet: what a place is moved by, as `a + b·x + c·y`. */
export type Plane = readonly [number, number, number];
export const onPlane = ([a, b, c]: Plane, x: number, y: number) => a + b * x + c * y;
type Point = { x: number; y: number; by: number };

/** Returns the plane closest to points, by the sum of squares; null where they are on a line. */
function planeOf(points: readonly Point[]): Plane | null {
  const count = points.length;
  const mean = (value: (point: Point) => number) => points.reduce((sum, one) => sum + value(one), 0) / count;
  const [mx, my, mb] = [mean(({ x }) => x), mean(({ y }) => y), mean(({ by }) => by)];
  let [xx, xy, yy, xb, yb] = [0, 0, 0, 0, 0];
  for (const { x, y, by } of points) {
    xx += (x - mx) ** 2;
    xy += (x - mx) * (y - my);
    yy += (y - my) ** 2;
    xb += (x - mx) * (by - mb);
    yb += (y - my) * (by - mb);
  }
  const determinant = xx * yy - xy * xy;
  if (!(determinant > 1e-3 * xx * yy) || count < 3) return null;
  const [b, c] = [(xb * yy - yb * xy) / determinant, (yb * xx - xb * xy) / determinant];
  return [mb - b * mx - c * my, b, c];
}

/** More than this, of the size of the sheet, no sheet is turned or stretched by a scanner. */
const maxSlope = 0.06;

/** Returns the plane that most points are on, and which share of them; null where there is none. */
export function mostlyOn(points: readonly Point[], slack: number): { plane: Plane; share: number } | null {
  let best: Point[] = [];
  // The same numbers each time.
  let state = 7;
  const pick = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return points[state % points.length] as Point;
  };
  for (let attempt = 0; attempt < 400 && points.length >= 6; attempt += 1) {
    const plane = planeOf([pick(), pick(), pick()]);
    if (!plane || Math.abs(plane[1]) > maxSlope || Math.abs(plane[2]) > maxSlope) continue;
    const on = points.filter(({ x, y, by }) => Math.abs(onPlane(plane, x, y) - by) < slack);
    if (on.length > best.length) best = on;
  }
  const plane = best.length >= 6 ? planeOf(best) : null;
  return plane && { plane, share: best.length / points.length };
}
