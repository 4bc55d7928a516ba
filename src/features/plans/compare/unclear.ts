import { identity, inverseOf, type Matrix, multiply } from '../page/matrix.ts';
import type { Pixels } from './comparedPlan.ts';
import { differencesIn, inkIn, type PixelBox } from './comparePixels.ts';
import type { DrawnPair } from './drawBoth.ts';
import { inkDifferences } from './ink.ts';
import type { Mark } from './marks.ts';
import type { Unmatched } from './matchMarks.ts';
import { boxesOf } from './pixelBoxes.ts';
import type { Difference } from './places.ts';
import { inkBeyond, overScan } from './scans.ts';
import { type Edges, edgesOf, touches, union } from './shape.ts';

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

/** What fonts are sure to say of their letters. Fractions are too small to be told apart by pixels of a large sheet. */
const readable = /^[\x21-\x7e¹²³¼½¾⅐-⅞]+$/;

/** Letters that became others: what stands for something else is never the same, drawn in another way. */
export function isOtherText({ differences }: Candidate, { before, after }: Unmatched): boolean {
  const boxes = new Set(differences.flatMap((one) => [one.before, one.after]));
  const [old, now] = [before, after].map((marks) =>
    marks
      .filter((mark) => mark.kind === 'letter' && boxes.has(mark.box))
      .map(({ text }) => text)
      .join(''),
  ) as [string, string];
  return readable.test(old) && readable.test(now) && old !== now;
}

/** More places all over a picture are those of one that was packed or drawn anew. */
const fewBoxes = 5;
/** Scans of one sheet differ by less, in points, where their lines are wider or were not scanned straight. */
const scanned = 0.5;
/** Smaller differences between scans are dirt, in square points. */
const specks = 0.75;

/** Decides by pixels. `lies`: how a scan lies on the other one, in points. */
export async function differencesOf(
  { pixels: [drawn, now], origin, scale }: DrawnPair,
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
  const leastSpecks = Math.max(5, Math.round(specks * scale * scale));
  const [gap, reach] = [Math.max(2, Math.round(3 * scale)), Math.round(24 * scale)];
  /** What is on one of two scans where the other one does not reach. */
  const beyond = async (matrix: Matrix): Promise<Difference[]> => {
    const boxesBeyond = async (one: Pixels, to: Matrix, other: Pixels) =>
      boxesOf(await inkBeyond(one, to, other), [one, one], { gap, reach, noise: leastSpecks });
    const gone = await boxesBeyond(drawn, matrix, now);
    const added = await boxesBeyond(now, inverseOf(matrix), drawn);
    const laidOver = (box: PixelBox) => toEdges(edgesOf(box, matrix) as PixelBox);
    return [
      ...gone.map((box): Difference => ({ kind: 'picture', before: laidOver(box.before) })),
      ...added.map((box): Difference => ({ kind: 'picture', after: toEdges(box.before) })),
    ];
  };
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
        gap,
        reach,
        ...(noise !== undefined && { noise }),
      });
    let points = await differencesIn(old, now, box, candidate);
    const isAnew = (found: readonly number[], share?: number) =>
      isMuch(found, share) || boxesIn(found, 0).length > fewBoxes;
    if (isSheet(candidate) && isAnew(points)) {
      if (laid === undefined) {
        laid = await overScan(drawn, now);
        if (laid && laid !== 'apart') found.push(...(await beyond(laid.matrix)));
      }
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
      noise = leastSpecks;
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
