import type { Pixels } from './comparedPlan.ts';
import { darknessAt, type PixelBox } from './comparePixels.ts';

/** Fewer pixels in one place are the noise of a scan. */
const fewPixels = 4;
const isInk = (pixels: Pixels, x: number, y: number) =>
  x >= 0 &&
  y >= 0 &&
  x < pixels.width &&
  y < pixels.height &&
  darknessAt(pixels, (y * pixels.width + x) * 4) > 96;

/**
 * Widens a box to the whole letters and signs that it cuts, in both pictures: of a digit that became another one, only a part differs. What
 * reaches far is a line, and stays out.
 */
function aroundSigns(box: PixelBox, pictures: readonly Pixels[], reach: number): PixelBox {
  const [left, top, right, bottom] = box;
  const window: PixelBox = [left - reach, top - reach, right + reach, bottom + reach];
  const width = window[2] - window[0];
  let wide: PixelBox = box;
  for (const pixels of pictures) {
    const seen = new Uint8Array(width * (window[3] - window[1]));
    for (let y = top; y < bottom; y += 1) {
      for (let x = left; x < right; x += 1) {
        const open = [[x, y]];
        let own: PixelBox = [x, y, x + 1, y + 1];
        let isFar = false;
        for (let [px = 0, py = 0] = open.pop() ?? []; ; [px = 0, py = 0] = open.pop() ?? []) {
          if (px < window[0] || py < window[1] || px >= window[2] || py >= window[3]) isFar = true;
          else {
            const at = (py - window[1]) * width + px - window[0];
            if (!seen[at] && isInk(pixels, px, py)) {
              seen[at] = 1;
              own = [
                Math.min(own[0], px),
                Math.min(own[1], py),
                Math.max(own[2], px + 1),
                Math.max(own[3], py + 1),
              ];
              for (const [sx = 0, sy = 0] of [
                [1, 0],
                [-1, 0],
                [0, 1],
                [0, -1],
                [1, 1],
                [1, -1],
                [-1, 1],
                [-1, -1],
              ])
                open.push([px + sx, py + sy]);
            }
          }
          if (open.length === 0) break;
        }
        if (!isFar)
          wide = [
            Math.min(wide[0], own[0]),
            Math.min(wide[1], own[1]),
            Math.max(wide[2], own[2]),
            Math.max(wide[3], own[3]),
          ];
      }
    }
  }
  return wide;
}

/** Where pixels differ: ink of the picture before, and of the one after. */
type Differing = { before: PixelBox; after: PixelBox };
const nowhere: PixelBox = [Infinity, Infinity, -Infinity, -Infinity];
const around = (one: PixelBox, other: PixelBox): PixelBox => [
  Math.min(one[0], other[0]),
  Math.min(one[1], other[1]),
  Math.max(one[2], other[2]),
  Math.max(one[3], other[3]),
];

type BoxOptions = {
  /** How far pixels of one box may be apart. */
  gap: number;
  /** How large a letter may be. */
  reach: number;
  /** Fewer pixels are no difference. */
  noise?: number;
  /** More boxes are not widened to the letters that they cut: that takes long, and so many say nothing of one letter. */
  signs?: number;
};

/** Puts differing pixels into boxes. */
export function boxesOf(
  points: readonly number[],
  [after, before]: readonly [Pixels, Pixels],
  { gap, reach, noise = fewPixels, signs = 100 }: BoxOptions,
): Differing[] {
  const cells = new Map<string, Differing & { count: number }>();
  for (let at = 0; at < points.length; at += 2) {
    const [x, y] = [points[at] as number, points[at + 1] as number];
    const key = `${Math.floor(x / gap)},${Math.floor(y / gap)}`;
    const cell = cells.get(key) ?? { before: nowhere, after: nowhere, count: 0 };
    const now = darknessAt(after, (y * after.width + x) * 4);
    const old = darknessAt(before, (y * before.width + x) * 4);
    const side = now > old ? 'after' : 'before';
    cell[side] = around(cell[side], [x, y, x + 1, y + 1]);
    cell.count += 1;
    cells.set(key, cell);
  }
  const found: Differing[] = [];
  while (cells.size > 0) {
    const [first] = cells.keys();
    const open = [first as string];
    let all: Differing = { before: nowhere, after: nowhere };
    let count = 0;
    for (let key = open.pop(); key !== undefined; key = open.pop()) {
      const cell = cells.get(key);
      if (!cell) continue;
      cells.delete(key);
      count += cell.count;
      all = { before: around(all.before, cell.before), after: around(all.after, cell.after) };
      const [column = 0, row = 0] = key.split(',').map(Number);
      for (const x of [-1, 0, 1]) for (const y of [-1, 0, 1]) open.push(`${column + x},${row + y}`);
    }
    if (count < noise) continue;
    const both = around(all.before, all.after);
    const [width, height] = [both[2] - both[0], both[3] - both[1]];
    // A short piece of a thin line, of two scans, is one that fell between their pixels.
    if (noise > fewPixels && Math.min(width, height) < 2 && Math.max(width, height) < reach / 2) continue;
    // A long and narrow place is one of a line.
    const isSign = Math.max(width, height) < Math.min(reach * 4, 6 * Math.min(width, height));
    if (isSign && found.length < signs) {
      const sign = aroundSigns(both, [after, before], reach);
      found.push({ before: sign, after: sign });
    } else {
      const [old, now] = [all.before, all.after].map((box) => (box[0] > box[2] ? both : box)) as [
        PixelBox,
        PixelBox,
      ];
      found.push({ before: old, after: now });
    }
  }
  return found;
}
