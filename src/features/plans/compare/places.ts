import { maxPlaces, type Place, type PlaceBox } from '../../../contract/files/comparison.ts';
import type { Edges } from './shape.ts';

/** What differs, in the space of the sheet after. */
export type Difference = {
  kind: Place['kind'];
  before?: Edges;
  after?: Edges;
  /** It stands aside only: letters behind another one do, and are no part of its place. */
  isMoved?: boolean;
  /** Of a remark, value or link: it is drawn, too. */
  isDrawn?: boolean;
};

const union = (one: Edges | undefined, other: Edges | undefined): Edges | undefined =>
  !one || !other
    ? (one ?? other)
    : [
        Math.min(one[0], other[0]),
        Math.min(one[1], other[1]),
        Math.max(one[2], other[2]),
        Math.max(one[3], other[3]),
      ];

const around = ({ before, after }: Difference) => union(before, after) as Edges;
const longest = ([left, top, right, bottom]: Edges) => Math.max(right - left, bottom - top);
/** What is less apart is one place, in points; the lines of a hatch may be more apart, by their length, and words, by their height. */
const [near, far, byLength, byHeight] = [4, 24, 0.2, 0.65];

/** Returns whether places are pieces of one straight line, upright or level, which other things cross. */
function isInLine(one: Edges, other: Edges): boolean {
  return [0, 1].some((axis) => {
    const [from, to] = [axis, axis + 2] as const;
    const [thickness, otherThickness] = [one, other].map(
      (edges) => (edges[to] as number) - (edges[from] as number),
    );
    const apart =
      Math.abs(
        (one[from] as number) + (one[to] as number) - (other[from] as number) - (other[to] as number),
      ) / 2;
    const isThin = Math.max(thickness as number, otherThickness as number) < near;
    return isThin && apart < 1 && Math.max(longest(one), longest(other)) > 3 * near;
  });
}

function isOne(one: Edges, other: Edges): boolean {
  const across = Math.max(one[0], other[0]) - Math.min(one[2], other[2]);
  const down = Math.max(one[1], other[1]) - Math.min(one[3], other[3]);
  const lengths = Math.min(longest(one), longest(other));
  const room = isInLine(one, other) ? far : Math.max(near, Math.min(far, byLength * lengths));
  const height = byHeight * Math.min(one[3] - one[1], other[3] - other[1], far);
  return down <= room && across <= Math.max(room, down < 0 ? height : 0);
}

const kindOf = (one: Place['kind'], other: Place['kind']) =>
  one === other ? one : one === 'text' || other === 'text' ? 'text' : 'drawing';
const apartKinds = new Set<Place['kind']>(['remark', 'value', 'link', 'sheet']);

const together = (one: Difference, other: Difference): Difference => {
  const [before, after] = [union(one.before, other.before), union(one.after, other.after)];
  return { ...one, kind: kindOf(one.kind, other.kind), ...(before && { before }), ...(after && { after }) };
};

/** More differences are put together by the part of the sheet they are in, of this size in points, first. */
const [maxJoined, cellSize] = [1500, 36];

function inCells(differences: readonly Difference[]): Difference[] {
  const cells = new Map<string, Difference>();
  for (const one of differences) {
    const [x, y, right, bottom] = around(one);
    const cell = [(x + right) / 2, (y + bottom) / 2].map((value) => Math.floor(value / cellSize)).join();
    const key = apartKinds.has(one.kind) ? `${one.kind} ${x} ${y}` : cell;
    const other = cells.get(key);
    cells.set(key, other ? together(other, one) : one);
  }
  return [...cells.values()];
}

/** Puts what is close together into one place. */
function joined(differences: readonly Difference[]): Difference[] {
  let open = differences.length > maxJoined ? inCells(differences) : [...differences];
  for (let isChanged = true; isChanged; ) {
    isChanged = false;
    const next: Difference[] = [];
    for (const one of open.sort((a, b) => around(a)[0] - around(b)[0])) {
      const isKept = apartKinds.has(one.kind);
      const at = isKept
        ? -1
        : next.findIndex(
            (other) =>
              !apartKinds.has(other.kind) &&
              !one.isMoved === !other.isMoved &&
              isOne(around(one), around(other)),
          );
      const other = next[at];
      if (!other) {
        next.push(one);
        continue;
      }
      next[at] = together(other, one);
      isChanged = true;
    }
    open = next;
  }
  return open;
}

/** A line has a width to be seen, and lies within its place. */
const lineMargin = 0.4;
/** Of a picture the last pixels of a line are too pale to tell. */
const pictureMargin = 1;
const round = (value: number) => Math.round(value * 100) / 100;
const boxOf = ([left, top, right, bottom]: Edges, margin: number): PlaceBox => [
  round(left - margin),
  round(top - margin),
  round(right - left + 2 * margin),
  round(bottom - top + 2 * margin),
];

/** Returns the places of differences from top to bottom. @param toBefore leads from the sheet after to the one before */
export function placesOf(
  differences: readonly Difference[],
  toBefore: (edges: Edges) => Edges,
): { places: Place[]; isCut: boolean } {
  let all = joined(differences);
  const isCut = all.length > maxPlaces;
  if (isCut) {
    all = [...all.slice(0, maxPlaces - 1), all.slice(maxPlaces - 1).reduce(together)];
  }
  const sorted = all.sort((a, b) => around(a)[1] - around(b)[1] || around(a)[0] - around(b)[0]);
  const places = sorted.map(({ kind, before, after }) => {
    const margin = kind === 'picture' ? pictureMargin : lineMargin;
    return {
      kind,
      ...(before && { before: boxOf(toBefore(before), margin) }),
      ...(after && { after: boxOf(after, margin) }),
    };
  });
  return { places, isCut };
}
