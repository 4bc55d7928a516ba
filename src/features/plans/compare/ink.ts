import type { Pixels } from './comparedPlan.ts';
import { darknessAt, type PixelBox, pause } from './comparePixels.ts';

/** How dark each pixel is, of 255 that the ink of the picture has. */
export type Ink = { width: number; height: number; data: Uint8Array };

/**
 * Returns the ink of a picture: its paper is white, and what is darkest on it is black, however bright it was scanned; of a blueprint, what
 * is brightest.
 */
export function inkOf(pixels: Pixels): Ink {
  const { width, height } = pixels;
  const data = new Uint8Array(width * height);
  const counts = new Float64Array(256);
  for (let at = 0; at < data.length; at += 1) {
    const darkness = darknessAt(pixels, at * 4);
    data[at] = darkness;
    (counts[darkness] as number) += 1;
  }
  let paper = counts.reduce((best, count, value) => (count > (counts[best] as number) ? value : best), 0);
  if (paper > 127) {
    paper = 255 - paper;
    counts.reverse();
    for (let at = 0; at < data.length; at += 1) data[at] = 255 - (data[at] as number);
  }
  const inked = counts.reduce((sum, count, value) => (value > paper + 32 ? sum + count : sum), 0);
  let [black, left] = [255, inked * 0.2];
  while (black > paper + 32 && left > 0) {
    left -= counts[black] as number;
    black -= 1;
  }
  const [from, range] = [Math.min(paper + 8, 200), Math.max(32, black - paper - 8)];
  const levels = Array.from(counts, (_, value) =>
    Math.max(0, Math.min(255, Math.round(((value - from) * 255) / range))),
  );
  for (let at = 0; at < data.length; at += 1) data[at] = levels[data[at] as number] as number;
  return { width, height, data };
}

/** Returns a picture at half its size. */
export function halved({ width, height, data }: Ink): Ink {
  const half = { width: width >> 1, height: height >> 1 };
  const small = new Uint8Array(half.width * half.height);
  for (let y = 0, at = 0; y < half.height; y += 1)
    for (let x = 0, from = 2 * y * width; x < half.width; x += 1, at += 1, from += 2)
      small[at] =
        ((data[from] as number) +
          (data[from + 1] as number) +
          (data[from + width] as number) +
          (data[from + width + 1] as number)) >>
        2;
  return { ...half, data: small };
}

/** The opacity of what a picture does not reach, which is white. */
export const outside = 0;

/** Returns the darkest of the pixels that are at most so far from each. */
function spread({ width, height, data }: Ink, radius: number): Uint8Array {
  const across = new Uint8Array(data.length);
  const all = new Uint8Array(data.length);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      let most = 0;
      for (let near = Math.max(0, x - radius); near <= Math.min(width - 1, x + radius); near += 1)
        most = Math.max(most, data[y * width + near] as number);
      across[y * width + x] = most;
    }
  }
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      let most = 0;
      for (let near = Math.max(0, y - radius); near <= Math.min(height - 1, y + radius); near += 1)
        most = Math.max(most, across[near * width + x] as number);
      all[y * width + x] = most;
    }
  }
  return all;
}

/** What is as dark is ink, and what is not even as dark is none: lines of two scans are not as wide and dark. */
export const ink = 140;
const faint = 40;

/** Returns the pixels in a box that are ink on one of two scans, and have none close by on the other one, as x and y in turn. */
export async function inkDifferences(
  before: Pixels,
  after: Pixels,
  [left, top, right, bottom]: PixelBox,
  radius: number,
): Promise<number[]> {
  const [old, now] = [inkOf(before), inkOf(after)];
  await pause();
  const aroundOld = spread(old, radius);
  await pause();
  const aroundNow = spread(now, radius);
  await pause();
  const found: number[] = [];
  for (let y = Math.max(0, top); y < Math.min(after.height, bottom); y += 1) {
    for (let x = Math.max(0, left); x < Math.min(after.width, right); x += 1) {
      const at = y * after.width + x;
      if (before.data[at * 4 + 3] === outside) continue;
      const isAdded = (now.data[at] as number) >= ink && (aroundOld[at] as number) < faint;
      const isGone = (old.data[at] as number) >= ink && (aroundNow[at] as number) < faint;
      if (isAdded || isGone) found.push(x, y);
    }
  }
  return found;
}
