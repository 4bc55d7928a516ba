import type { Alignment } from './align.ts';
import type { ComparedPlan, Pixels } from './comparedPlan.ts';
import { differencesIn, inkIn, offsetOf, type PixelBox, turned } from './comparePixels.ts';
import { edgesOf, type Mark } from './marks.ts';
import type { Unmatched } from './matchMarks.ts';
import { boxesOf } from './pixelBoxes.ts';
import type { Difference } from './places.ts';
import type { Sheet } from './readSheet.ts';
import { type Edges, touches, union } from './shape.ts';

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
  const old = await before.draw(
    one.page,
    { box: boxOf(edgesOf(edges, toBefore)), scale: scale * alignment.scale },
    signal,
  );
  return {
    pixels: [turned(old.pixels, alignment.turn), now.pixels],
    origin: [box.x, box.y],
    scale,
    isLeftOut: old.leftOut !== '' || now.leftOut !== '',
  };
}

/** Decides by pixels. */
export async function differencesOf(
  { pixels: [old, now], origin, scale }: Drawn,
  unclear: readonly Candidate[],
): Promise<{ found: Difference[]; isMoved: boolean; isRedrawn: boolean }> {
  const found: Difference[] = [];
  const toPixels = ([left, top, right, bottom]: Edges): PixelBox => [
    Math.floor((left - origin[0]) * scale) - 1,
    Math.floor((top - origin[1]) * scale) - 1,
    Math.ceil((right - origin[0]) * scale) + 1,
    Math.ceil((bottom - origin[1]) * scale) + 1,
  ];
  const toEdges = (box: PixelBox) =>
    box.map((edge, at) => edge / scale + (origin[at % 2] as number)) as unknown as Edges;
  const none = { x: 0, y: 0 };
  const isScan = unclear.some(
    ({ isPicture, edges }) =>
      isPicture &&
      (edges[2] - edges[0]) * (edges[3] - edges[1]) * scale * scale > 0.5 * now.width * now.height,
  );
  let offset = none;
  let isRedrawn = false;
  for (const candidate of unclear) {
    const box = toPixels(candidate.edges);
    let points = await differencesIn(old, now, box, candidate);
    if (!candidate.isPicture) {
      if (points.length > 0) found.push(...candidate.differences);
      else isRedrawn = true;
      continue;
    }
    const much = 0.1 * inkIn(now, box);
    if (points.length / 2 > much && isScan && offset === none) {
      offset = offsetOf(old, now);
      points = await differencesIn(old, now, box, candidate, offset);
    } else if (offset !== none) points = await differencesIn(old, now, box, candidate, offset);
    // What was drawn anew, in pixels of another size, differs at all edges.
    if (points.length / 2 > much)
      points = await differencesIn(old, now, box, { ...candidate, radius: 1 }, offset);
    const pictures = [
      [now, none],
      [old, offset],
    ] as const;
    const boxes = boxesOf(points, pictures as never, {
      gap: Math.max(2, Math.round(3 * scale)),
      reach: Math.round(24 * scale),
    });
    for (const one of boxes)
      found.push({ kind: 'picture', before: toEdges(one.before), after: toEdges(one.after) });
  }
  return { found, isMoved: offset.x !== 0 || offset.y !== 0, isRedrawn };
}
