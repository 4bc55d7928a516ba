import type { Pixels } from './comparedPlan.ts';

/** A rectangle of pixels: left, top, right and bottom, the last two excluded. */
export type PixelBox = readonly [number, number, number, number];

/** How alike pixels are that count as equal: by how much of 255 a color may differ, and how far it may stand aside. */
export type PixelTolerance = { color: number; radius: 0 | 1 };

/** How pictures of two sheets lie on one another: pixels of the one before, moved by whole pixels. */
export type Offset = { x: number; y: number };

/** Rows that are looked through before others have their turn. */
const rowsAtOnce = 256;

const pause = () => new Promise<void>((resolve) => setTimeout(resolve, 0));

/** Returns whether a pixel of one picture is like one beside the same place of another. */
function isExplained(
  one: Pixels,
  x: number,
  y: number,
  other: Pixels,
  ox: number,
  oy: number,
  { color, radius }: PixelTolerance,
): boolean {
  const at = (y * one.width + x) * 4;
  let [lowR, lowG, lowB, highR, highG, highB] = [255, 255, 255, 0, 0, 0];
  for (let row = Math.max(0, oy - radius); row <= Math.min(other.height - 1, oy + radius); row += 1) {
    for (
      let column = Math.max(0, ox - radius);
      column <= Math.min(other.width - 1, ox + radius);
      column += 1
    ) {
      const here = (row * other.width + column) * 4;
      const [r, g, b] = [
        other.data[here] as number,
        other.data[here + 1] as number,
        other.data[here + 2] as number,
      ];
      if (r < lowR) lowR = r;
      if (r > highR) highR = r;
      if (g < lowG) lowG = g;
      if (g > highG) highG = g;
      if (b < lowB) lowB = b;
      if (b > highB) highB = b;
    }
  }
  const [r, g, b] = [one.data[at] as number, one.data[at + 1] as number, one.data[at + 2] as number];
  return (
    r >= lowR - color &&
    r <= highR + color &&
    g >= lowG - color &&
    g <= highG + color &&
    b >= lowB - color &&
    b <= highB + color
  );
}

/** Returns the pixels of the picture after in a box that differ, as x and y in turn. */
export async function differencesIn(
  before: Pixels,
  after: Pixels,
  [left, top, right, bottom]: PixelBox,
  tolerance: PixelTolerance,
  offset: Offset = { x: 0, y: 0 },
): Promise<number[]> {
  const found: number[] = [];
  const { color } = tolerance;
  for (let y = Math.max(0, top); y < Math.min(after.height, bottom); y += 1) {
    if (y % rowsAtOnce === 0) await pause();
    const oy = y - offset.y;
    for (let x = Math.max(0, left); x < Math.min(after.width, right); x += 1) {
      const ox = x - offset.x;
      if (ox < 0 || oy < 0 || ox >= before.width || oy >= before.height) continue;
      const [one, other] = [(y * after.width + x) * 4, (oy * before.width + ox) * 4];
      if (
        Math.abs((after.data[one] as number) - (before.data[other] as number)) <= color &&
        Math.abs((after.data[one + 1] as number) - (before.data[other + 1] as number)) <= color &&
        Math.abs((after.data[one + 2] as number) - (before.data[other + 2] as number)) <= color
      )
        continue;
      const isSame =
        tolerance.radius > 0 &&
        isExplained(after, x, y, before, ox, oy, tolerance) &&
        isExplained(before, ox, oy, after, x, y, tolerance);
      if (!isSame) found.push(x, y);
    }
  }
  return found;
}

export const darknessAt = ({ data }: Pixels, at: number) =>
  255 - Math.min(data[at] as number, data[at + 1] as number, data[at + 2] as number);

/** Returns how many pixels in a box are ink. */
export function inkIn(pixels: Pixels, [left, top, right, bottom]: PixelBox): number {
  let count = 0;
  for (let y = Math.max(0, top); y < Math.min(pixels.height, bottom); y += 1)
    for (let x = Math.max(0, left); x < Math.min(pixels.width, right); x += 1)
      if (darknessAt(pixels, (y * pixels.width + x) * 4) > 96) count += 1;
  return count;
}

/** Returns how much ink is in each row, or column, of a picture. */
function inkAlong(pixels: Pixels, isColumns: boolean): Float64Array {
  const { width, height } = pixels;
  const sums = new Float64Array(isColumns ? width : height);
  for (let y = 0, at = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1, at += 4) (sums[isColumns ? x : y] as number) += darknessAt(pixels, at);
  return sums;
}

/** Returns how far a row of numbers has to be moved to lie best on another; 0 unless that is clearly better. */
function bestMove(before: Float64Array, after: Float64Array, most: number): number {
  const errorAt = (move: number) => {
    let [sum, count] = [0, 0];
    for (let at = Math.max(0, move); at < Math.min(after.length, before.length + move); at += 1, count += 1)
      sum += Math.abs((after[at] as number) - (before[at - move] as number));
    return count === 0 ? Infinity : sum / count;
  };
  let [best, least] = [0, errorAt(0) * 0.7];
  for (let move = -most; move <= most; move += 1) {
    const error = errorAt(move);
    if (error < least) [best, least] = [move, error];
  }
  return best;
}

/** Returns by how many pixels the picture after is moved as a whole. */
export function offsetOf(before: Pixels, after: Pixels): Offset {
  const most = Math.round(Math.max(after.width, after.height) / 30);
  const [x = 0, y = 0] = [true, false].map((isColumns) =>
    bestMove(inkAlong(before, isColumns), inkAlong(after, isColumns), most),
  );
  return { x, y };
}

/** Turns a picture clockwise. */
export function turned({ width, height, data }: Pixels, degrees: 0 | 90 | 180 | 270): Pixels {
  if (degrees === 0) return { width, height, data };
  const isAcross = degrees !== 180;
  const size = isAcross ? { width: height, height: width } : { width, height };
  const from = new Uint32Array(data.buffer, data.byteOffset, width * height);
  const to = new Uint32Array(width * height);
  for (let y = 0, at = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += 1) {
      const [tx, ty] =
        degrees === 180
          ? [width - 1 - x, height - 1 - y]
          : degrees === 90
            ? [height - 1 - y, x]
            : [y, width - 1 - x];
      to[ty * size.width + tx] = from[at] as number;
    }
  }
  return { ...size, data: new Uint8Array(to.buffer) };
}
