import type { Box, Size } from '../page/box.ts';
import { inverseOf, type Matrix, multiply } from '../page/matrix.ts';
import type { Alignment } from './align.ts';
import type { ComparedPlan, Pixels } from './comparedPlan.ts';
import { turned } from './comparePixels.ts';
import type { Sheet } from './readSheet.ts';
import { laidOn } from './scans.ts';
import { type Edges, edgesOf, union } from './shape.ts';
import type { Candidate } from './unclear.ts';

/** Two pages of two plans. */
export type PlanPair = {
  before: ComparedPlan;
  after: ComparedPlan;
  signal: AbortSignal;
  turn: Alignment['turn'];
};

/** Drawn pixels of a sheet: 34 × 22 in. are 118 dpi, and smaller sheets at most 200 dpi. */
const [maxPixels, maxScale] = [12_000_000, 200 / 72];

export type DrawnPair = {
  pixels: readonly [before: Pixels, after: Pixels];
  /** Where the pictures begin on the sheet after, and pixels of a point. */
  origin: readonly [number, number];
  scale: number;
  isLeftOut: boolean;
};

/** Whitens what is beyond a page: a library draws what is cut off there too. */
function cutAt({ width, height, data }: Pixels, box: Box, scale: number, page: Size): void {
  const isIn = (at: number, from: number, end: number) => at + 1 > -from * scale && at < (end - from) * scale;
  const isBeyond =
    box.x < 0 || box.y < 0 || box.x + box.width > page.width || box.y + box.height > page.height;
  for (let y = 0; isBeyond && y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      if (!isIn(x, box.x, page.width) || !isIn(y, box.y, page.height))
        data.fill(255, (y * width + x) * 4, (y * width + x + 1) * 4);
}

/** Draws the part of both sheets in which something is unclear, also where only one of them is. */
export async function drawBoth(
  { before, after, signal }: PlanPair,
  [one, other]: readonly [Sheet, Sheet],
  {
    unclear,
    alignment,
    toBefore,
  }: { unclear: readonly Candidate[]; alignment: Alignment; toBefore: readonly number[] },
): Promise<DrawnPair> {
  const [left, top, right, bottom] = union(unclear.map(({ edges }) => edges));
  const pad = 4;
  const page = edgesOf([0, 0, one.width, one.height], inverseOf(toBefore));
  const [pageLeft, pageTop, pageRight, pageBottom] = union([page, [0, 0, other.width, other.height]]);
  const edges: Edges = [
    Math.max(pageLeft, Math.floor(left - pad)),
    Math.max(pageTop, Math.floor(top - pad)),
    Math.min(pageRight, Math.ceil(right + pad)),
    Math.min(pageBottom, Math.ceil(bottom + pad)),
  ];
  const boxOf = ([x, y, endX, endY]: Edges) => ({
    x,
    y,
    width: Math.max(1, endX - x),
    height: Math.max(1, endY - y),
  });
  const box = boxOf(edges);
  const scale = Math.min(maxScale, Math.sqrt(maxPixels / (box.width * box.height)));
  const now = await after.draw(other.page, { box, scale }, signal);
  const { turn, lies } = alignment;
  const enlarged = Math.sqrt(Math.abs((lies[0] ?? 1) * (lies[3] ?? 1)));
  const boxBefore = boxOf(edgesOf(edges, toBefore));
  const old = await before.draw(one.page, { box: boxBefore, scale: scale * enlarged }, signal);
  cutAt(now.pixels, box, scale, other);
  cutAt(old.pixels, boxBefore, scale * enlarged, one);
  const upright = turned(old.pixels, turn);
  // As wide as it is high, it was drawn in its place.
  const isStretched =
    Math.abs((lies[0] ?? 1) / (lies[3] ?? 1) - 1) * Math.max(now.pixels.width, now.pixels.height) > 0.5;
  const [from, by] = [boxOf(edgesOf(edges, inverseOf(lies))), scale * enlarged];
  const toPixels: Matrix = [scale, 0, 0, scale, -scale * box.x, -scale * box.y];
  const placed = multiply(multiply(toPixels, lies), [1 / by, 0, 0, 1 / by, from.x, from.y]);
  return {
    pixels: [isStretched ? await laidOn(upright, placed, now.pixels) : upright, now.pixels],
    origin: [box.x, box.y],
    scale,
    isLeftOut: old.leftOut !== '' || now.leftOut !== '',
  };
}
