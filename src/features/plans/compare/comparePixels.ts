import type { Pixels } from './comparedPlan.ts';

/** A rectangle of pixels: left, top, right and bottom, the last two excluded. */
export type PixelBox = readonly [number, number, number, number];

/** How alike pixels are that count as equal: by how much of 255 a color may differ, and how far it may stand aside. */
export type PixelTolerance = { color: number; radius: 0 | 1 };

/** Rows that are looked through before others have their turn. */
const rowsAtOnce = 256;

/** Lets others have their turn: the page goes on to be used. */
export const pause = () => new Promise<void>((resolve) => setTimeout(resolve, 0));

/** Returns whether a pixel of one picture is like one beside the same place of another. */
function isExplained(
  one: Pixels,
  other: Pixels,
  [x, y]: readonly [number, number],
  { color, radius }: PixelTolerance,
): boolean {
  const at = (y * one.width + x) * 4;
  let [lowR, lowG, lowB, highR, highG, highB] = [255, 255, 255, 0, 0, 0];
  for (let row = Math.max(0, y - radius); row <= Math.min(other.height - 1, y + radius); row += 1) {
    for (let column = Math.max(0, x - radius); column <= Math.min(other.width - 1, x + radius); column += 1) {
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
): Promise<number[]> {
  const found: number[] = [];
  const { color } = tolerance;
  for (let y = Math.max(0, top); y < Math.min(after.height, bottom); y += 1) {
    if (y % rowsAtOnce === 0) await pause();
    for (let x = Math.max(0, left); x < Math.min(after.width, right); x += 1) {
      if (x >= before.width || y >= before.height) continue;
      const [one, other] = [(y * after.width + x) * 4, (y * before.width + x) * 4];
      // Where a picture that was laid on the other one does not reach.
      if (before.data[other + 3] === 0) continue;
      if (
        Math.abs((after.data[one] as number) - (before.data[other] as number)) <= color &&
        Math.abs((after.data[one + 1] as number) - (before.data[other + 1] as number)) <= color &&
        Math.abs((after.data[one + 2] as number) - (before.data[other + 2] as number)) <= color
      )
        continue;
      const isSame =
        tolerance.radius > 0 &&
        isExplained(after, before, [x, y], tolerance) &&
        isExplained(before, after, [x, y], tolerance);
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
