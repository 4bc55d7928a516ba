import { identity, inverseOf, type Matrix, multiply } from '../page/place.ts';
import type { Alignment } from './align.ts';
import type { ComparedPlan, Pixels } from './comparedPlan.ts';
import { differencesIn, inkIn, type PixelBox, turned } from './comparePixels.ts';
import { inkDifferences } from './ink.ts';
import type { Mark } from './marks.ts';
import type { Unmatched } from './matchMarks.ts';
import { boxesOf } from './pixelBoxes.ts';
import type { Difference } from './places.ts';
import type { Sheet } from './readSheet.ts';
import { laidOn, overScan } from './scans.ts';
import { type Edges, edgesOf, touches, union } from './shape.ts';

/** Two pages of two plans. */
export type Pair = {
  before: ComparedPlan;
  after: ComparedPlan;
  signal: AbortSignal;
  turn: Alignment['turn'];
};

/** Drawn pixels of a sheet: 34 × 22 in. are 118 dpi, and smaller sheets at most 200 dpi. */
const [maxPixels, maxScale] = [12_000_000, 200 / 72];

/** Something that only pixels tell of. */
export type Candidate = {
  edges: Edges;
  differences: Difference[];
  color: number;
  radius: 0 | 1;
  isPicture: boolean;
};

const contrast = ({ style: { color, alpha } }: Mark) => {
  const parts = [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16));
  return color.startsWith('#') ? (255 - Math.min(...parts)) * alpha : 60;
};
export const kindOf = (mark: Mark): Difference['kind'] => (mark.kind === 'letter' ? 'text' : 'drawing');

/** Groups marks of one sheet only by what they touch: what is on both sides of a place may be the same, drawn in another way. */
export function candidatesOf({ before, after, unsure }: Unmatched): Candidate[] {
  const all = [
    ...before.map((mark) => ({ mark, side: 'before' as const })),
    ...after.map((mark) => ({ mark, side: 'after' as const })),
  ].sort((a, b) => a.mark.box[0] - b.mark.box[0]);
  let open: { edges: Edges; marks: typeof all }[] = [];
  const groups: typeof open = [];
  for (const one of all) {
    groups.push(...open.filter(({ edges }) => edges[2] < one.mark.box[0]));
    open = open.filter(({ edges }) => edges[2] >= one.mark.box[0]);
    const touched = open.filter(({ edges }) => touches(edges, one.mark.box));
    open = open.filter((group) => !touched.includes(group));
    const marks = [...touched.flatMap((group) => group.marks), one];
    open.push({ edges: union([one.mark.box, ...touched.map(({ edges }) => edges)]), marks });
  }
  groups.push(...open);
  const found = groups.map(({ edges, marks }): Candidate => {
    const isBoth = new Set(marks.map(({ side }) => side)).size === 2;
    const color = Math.max(4, Math.min(...marks.map(({ mark }) => contrast(mark))) * 0.35);
    const differences = marks.map(({ mark, side }) => ({ kind: kindOf(mark), [side]: mark.box }));
    return { edges, differences, color, radius: isBoth ? 1 : 0, isPicture: false };
  });
  const unclear = unsure.map((mark): Candidate => {
    const differences: Difference[] = [{ kind: 'style', before: mark.box, after: mark.box }];
    return {
      edges: mark.box,
      differences,
      color: Math.max(4, contrast(mark) * 0.35),
      radius: 1,
      isPicture: false,
    };
  });
  return [...found, ...unclear];
}

/** Letters that became others: what stands for something else is never the same, drawn in another way. */
export function isOtherText({ differences }: Candidate, { before, after }: Unmatched): boolean {
  const boxes = new Set(differences.flatMap((one) => [one.before, one.after]));
  const [old, now] = [before, after].map((marks) =>
    marks
      .filter((mark) => mark.kind === 'letter' && boxes.has(mark.box))
      .map(({ text }) => text)
      .join(''),
  ) as [string, string];
  return /^[\x21-\x7e]+$/.test(old) && /^[\x21-\x7e]+$/.test(now) && old !== now;
}

type Drawn = {
  pixels: readonly [before: Pixels, after: Pixels];
  /** Where the pictures begin on the sheet after, and pixels of a point. */
  origin: readonly [number, number];
  scale: number;
  isLeftOut: boolean;
};

/** Draws the part of both sheets in which something is unclear. */
export async function drawBoth(
  { before, after, signal }: Pair,
  [one, other]: readonly [Sheet, Sheet],
  {
    unclear,
    alignment,
    toBefore,
  }: { unclear: readonly Candidate[]; alignment: Alignment; toBefore: readonly number[] },
): Promise<Drawn> {
  const [left, top, right, bottom] = union(unclear.map(({ edges }) => edges));
  const pad = 4;
  const edges: Edges = [
    Math.max(0, Math.floor(left - pad)),
    Math.max(0, Math.floor(top - pad)),
    Math.min(other.width, Math.ceil(right + pad)),
    Math.min(other.height, Math.ceil(bottom + pad)),
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
  const old = await before.draw(
    one.page,
    { box: boxOf(edgesOf(edges, toBefore)), scale: scale * enlarged },
    signal,
  );
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

/** More places all over a picture are those of one that was packed or drawn anew. */
const fewBoxes = 5;
/** Scans of one sheet differ by less, in points, where their lines are wider or were not scanned straight. */
const scanned = 0.5;
/** Smaller differences between scans are dirt, in square points. */
const specks = 0.75;

/** Decides by pixels. `lies`: how a scan lies on the other one, in points. */
export async function differencesOf(
  { pixels: [drawn, now], origin, scale }: Drawn,
  unclear: readonly Candidate[],
): Promise<{ found: Difference[]; lies: Matrix; isRedrawn: boolean; isScanned: boolean; isApart: boolean }> {
  const found: Difference[] = [];
  const toPixels = ([left, top, right, bottom]: Edges): PixelBox => [
    Math.floor((left - origin[0]) * scale) - 1,
    Math.floor((top - origin[1]) * scale) - 1,
    Math.ceil((right - origin[0]) * scale) + 1,
    Math.ceil((bottom - origin[1]) * scale) + 1,
  ];
  const toEdges = (box: PixelBox) =>
    box.map((edge, at) => edge / scale + (origin[at % 2] as number)) as unknown as Edges;
  const isSheet = ({ isPicture, edges }: Candidate) =>
    isPicture && (edges[2] - edges[0]) * (edges[3] - edges[1]) * scale * scale > 0.5 * now.width * now.height;
  let laid: Awaited<ReturnType<typeof overScan>> | undefined;
  let [isRedrawn, isScanned, isApart] = [false, false, false];
  for (const candidate of unclear) {
    const box = toPixels(candidate.edges);
    if (!candidate.isPicture) {
      const points = await differencesIn(drawn, now, box, candidate);
      if (points.length > 0) found.push(...candidate.differences);
      else isRedrawn = true;
      continue;
    }
    const ink = inkIn(now, box);
    const isMuch = (points: readonly number[], share = 0.1) => points.length / 2 > share * ink;
    let old = drawn;
    let noise: number | undefined;
    const boxesIn = (points: readonly number[], signs = 100) =>
      boxesOf(points, [now, old], {
        signs,
        gap: Math.max(2, Math.round(3 * scale)),
        reach: Math.round(24 * scale),
        ...(noise !== undefined && { noise }),
      });
    let points = await differencesIn(old, now, box, candidate);
    const isAnew = (found: readonly number[], share?: number) =>
      isMuch(found, share) || boxesIn(found, 0).length > fewBoxes;
    if (isSheet(candidate) && isAnew(points)) {
      laid ??= await overScan(drawn, now);
      if (laid && laid !== 'apart') {
        old = laid.pixels;
        points = await differencesIn(old, now, box, candidate);
      }
    }
    // What was drawn anew, in pixels of another size, differs at all edges.
    if (isAnew(points)) points = await differencesIn(old, now, box, { ...candidate, radius: 1 });
    const isTurned = laid && laid !== 'apart' && !laid.isExact;
    if ((isTurned || isAnew(points, 0.02)) && isSheet(candidate) && laid !== undefined) {
      isApart ||= laid === 'apart';
      isScanned = true;
      noise = Math.max(5, Math.round(specks * scale * scale));
      points = await inkDifferences(old, now, box, Math.max(1, Math.round(scanned * scale)));
    }
    for (const one of boxesIn(points))
      found.push({ kind: 'picture', before: toEdges(one.before), after: toEdges(one.after) });
  }
  const inPoints: Matrix = [scale, 0, 0, scale, -scale * origin[0], -scale * origin[1]];
  const lies =
    laid && laid !== 'apart' ? multiply(inverseOf(inPoints), multiply(laid.matrix, inPoints)) : identity;
  return { found, lies, isRedrawn, isScanned, isApart };
}
