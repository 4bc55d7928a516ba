import { inverseOf, type Matrix } from '../page/matrix.ts';
import type { Pixels } from './comparedPlan.ts';
import { pause } from './comparePixels.ts';
import { halved, type Ink, ink, inkOf, outside } from './ink.ts';
import { mostlyOn, onPlane, type Plane } from './planes.ts';

/** Returns by how much two parts of pictures differ, from the sum of squares. */
function errorOf(before: Ink, after: Ink, [x, y, width, height]: Tile, dx: number, dy: number): number {
  let sum = 0;
  for (let row = y; row < y + height; row += 1) {
    const oy = row - dy;
    for (let column = x; column < x + width; column += 1) {
      const ox = column - dx;
      const isIn = ox >= 0 && oy >= 0 && ox < before.width && oy < before.height;
      const old = isIn ? (before.data[oy * before.width + ox] as number) : 0;
      const apart = old - (after.data[row * after.width + column] as number);
      sum += apart * apart;
    }
  }
  return sum;
}

type Tile = readonly [x: number, y: number, width: number, height: number];
type Found = { x: number; y: number; dx: number | null; dy: number | null };

/** Returns how far a part of the picture after stands aside from the one before; null along an axis on which that cannot be told. */
function searchTile(before: Ink, after: Ink, tile: Tile, near: readonly [number, number], reach: number) {
  const errors = new Map<string, number>();
  const at = (dx: number, dy: number) => {
    const key = `${dx},${dy}`;
    const known = errors.get(key);
    if (known !== undefined) return known;
    const error = errorOf(before, after, tile, dx, dy);
    errors.set(key, error);
    return error;
  };
  let [bestX, bestY] = near;
  for (let dy = near[1] - reach; dy <= near[1] + reach; dy += 1)
    for (let dx = near[0] - reach; dx <= near[0] + reach; dx += 1)
      if (at(dx, dy) < at(bestX, bestY)) [bestX, bestY] = [dx, dy];
  const least = at(bestX, bestY);
  /** The lowest point between three, where both sides are clearly worse. */
  const lowest = (middle: number, error: (move: number) => number) => {
    const isTold = [-3, 3].every((aside) => error(middle + aside) > 1.25 * least + 2000);
    const [left, right] = [error(middle - 1), error(middle + 1)];
    return isTold ? middle + (left - right) / (2 * (left + right - 2 * least) || 1) : null;
  };
  return { dx: lowest(bestX, (dx) => at(dx, bestY)), dy: lowest(bestY, (dy) => at(bestX, dy)) };
}

/** Parts of a picture in which there is ink, at most so many. */
function tilesOf({ width, height, data }: Ink, size: number, most: number): Tile[] {
  const tiles: (readonly [tile: Tile, ink: number])[] = [];
  for (let y = 0; y + size <= height; y += size) {
    for (let x = 0; x + size <= width; x += size) {
      let ink = 0;
      for (let row = y; row < y + size; row += 1)
        for (let column = x; column < x + size; column += 1)
          if ((data[row * width + column] as number) > 64) ink += 1;
      if (ink > size / 2) tiles.push([[x, y, size, size], ink]);
    }
  }
  const step = Math.max(1, tiles.length / most);
  return tiles.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step)).map(([tile]) => tile);
}

/** Less of a sheet says nothing. */
const fewTiles = 8;

/** Returns the planes that say how the picture before lies on the one after; null where too little of them agrees. */
async function planesOf(
  [before, after]: readonly [Ink, Ink],
  guess: (x: number, y: number) => readonly [number, number],
  { size, reach, slack }: { size: number; reach: number; slack: number },
): Promise<{ across: Plane; along: Plane } | 'apart' | null> {
  const found: Found[] = [];
  for (const tile of tilesOf(after, size, 150)) {
    const [x, y] = [tile[0] + size / 2, tile[1] + size / 2];
    const near = guess(x, y).map(Math.round) as [number, number];
    found.push({ x, y, ...searchTile(before, after, tile, near, reach) });
    if (found.length % 20 === 0) await pause();
  }
  const points = (axis: 'dx' | 'dy') =>
    found.flatMap(({ x, y, [axis]: by }) => (by === null ? [] : [{ x, y, by }]));
  const [across, along] = [mostlyOn(points('dx'), slack), mostlyOn(points('dy'), slack)];
  if (Math.min(points('dx').length, points('dy').length) < fewTiles) return null;
  if (!across || !along || Math.min(across.share, along.share) < 0.5) return 'apart';
  return { across: across.plane, along: along.plane };
}

/**
 * Finds how one scan lies on another one of the same sheet, in pixels: moved, turned a little, stretched. `apart` where much of it lies on
 * nothing; null where there is too little on it to tell.
 */
async function layScan(before: Ink, after: Ink): Promise<Matrix | 'apart' | null> {
  const levels: [Ink, Ink][] = [[before, after]];
  while (Math.max(...(levels[0] as [Ink, Ink]).map(({ width, height }) => Math.max(width, height))) > 160) {
    const [one, other] = levels[0] as [Ink, Ink];
    levels.unshift([halved(one), halved(other)]);
  }
  await pause();
  const [smallest] = levels as [[Ink, Ink]];
  const whole: Tile = [0, 0, smallest[1].width, smallest[1].height];
  let [right, down, least] = [0, 0, errorOf(...smallest, whole, 0, 0)];
  const reach = 14;
  for (let dy = -reach; dy <= reach; dy += 1)
    for (let dx = -reach; dx <= reach; dx += 1) {
      const error = errorOf(...smallest, whole, dx, dy);
      if (error < least) [right, down, least] = [dx, dy, error];
    }
  const middle = Math.min(2, levels.length - 1);
  const factor = 2 ** middle;
  const coarse = await planesOf(levels[middle] as [Ink, Ink], () => [right * factor, down * factor], {
    size: 32,
    reach: 9,
    slack: 1.2,
  });
  if (!coarse || coarse === 'apart') return coarse;
  let planes = coarse;
  for (let level = middle + 1; level < levels.length && level <= middle + 2; level += 1) {
    const { across, along } = planes;
    const fine = await planesOf(
      levels[level] as [Ink, Ink],
      (x, y) => [2 * onPlane(across, x / 2, y / 2), 2 * onPlane(along, x / 2, y / 2)],
      { size: 56, reach: 4, slack: 1 },
    );
    if (!fine || fine === 'apart') return fine;
    planes = fine;
  }
  const size = 2 ** Math.max(0, levels.length - 1 - Math.min(middle + 2, levels.length - 1));
  const { across, along } = planes;
  // From a place after to that before; a pixel is known by its middle.
  const back: Matrix = [
    1 - across[1],
    -along[1],
    -across[2],
    1 - along[2],
    -across[0] * size,
    -along[0] * size,
  ];
  return inverseOf(back);
}

/** Returns the pixels of a picture that are ink and lie beyond another one of a size, as x and y in turn. */
export async function inkBeyond(
  pixels: Pixels,
  [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]: Matrix,
  size: { width: number; height: number },
): Promise<number[]> {
  const { width, height, data } = inkOf(pixels);
  const found: number[] = [];
  for (let y = 0, at = 0; y < height; y += 1) {
    if (y % 256 === 0) await pause();
    for (let x = 0; x < width; x += 1, at += 1) {
      if ((data[at] as number) < ink) continue;
      const [toX, toY] = [a * x + c * y + e, b * x + d * y + f];
      // By its middle, as `laidOn` takes pixels: what is compared nowhere else lies beyond.
      if (toX < -0.5 || toY < -0.5 || toX >= size.width - 0.5 || toY >= size.height - 0.5) found.push(x, y);
    }
  }
  return found;
}

/** Lays a picture on another one of a size, as a matrix says. */
export async function laidOn(
  { width, height, data }: Pixels,
  matrix: Matrix,
  size: { width: number; height: number },
): Promise<Pixels> {
  const laid = new Uint8Array(size.width * size.height * 4).fill(outside);
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = inverseOf(matrix);
  for (let y = 0, at = 0; y < size.height; y += 1) {
    if (y % 256 === 0) await pause();
    for (let x = 0; x < size.width; x += 1, at += 4) {
      const [fx, fy] = [a * (x + 0.5) + c * (y + 0.5) + e - 0.5, b * (x + 0.5) + d * (y + 0.5) + f - 0.5];
      const [left, top] = [Math.floor(fx + 1e-3), Math.floor(fy + 1e-3)];
      const [px, py] = [Math.max(0, fx - left), Math.max(0, fy - top)];
      if (left < 0 || top < 0 || left >= width || top >= height) continue;
      const from = (top * width + left) * 4;
      const [right, below] = [left + 1 < width ? 4 : 0, top + 1 < height ? width * 4 : 0];
      for (let channel = from; channel < from + 3; channel += 1) {
        const upper = (data[channel] as number) * (1 - px) + (data[channel + right] as number) * px;
        const lower =
          (data[channel + below] as number) * (1 - px) + (data[channel + below + right] as number) * px;
        laid[at + channel - from] = upper * (1 - py) + lower * py + 0.5;
      }
      laid[at + 3] = 255;
    }
  }
  return { ...size, data: laid };
}

/** Lays one scan on another one of the same sheet; see `layScan`. */
export async function overScan(
  before: Pixels,
  after: Pixels,
): Promise<{ pixels: Pixels; matrix: Matrix; isExact: boolean } | 'apart' | null> {
  const matrix = await layScan(inkOf(before), inkOf(after));
  if (!matrix || matrix === 'apart') return matrix;
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = matrix;
  const isSlight = [a - 1, b, c, d - 1].every(
    (one) => Math.abs(one) * Math.max(after.width, after.height) < 0.6,
  );
  // Pixels that are moved by whole ones stay what they are.
  const exact: Matrix = isSlight ? [1, 0, 0, 1, Math.round(e), Math.round(f)] : matrix;
  return { pixels: await laidOn(before, exact, after), matrix: exact, isExact: isSlight };
}
