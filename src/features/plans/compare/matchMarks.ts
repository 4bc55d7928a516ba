import type { Mark } from './marks.ts';
import { isSameShape, tolerance } from './shape.ts';
import { compareStyles } from './styles.ts';

/** What two sheets do not share. */
export type Unmatched = {
  /** Marks of one sheet only. */
  before: Mark[];
  after: Mark[];
  /** The same forms at the same places, drawn in another way: a color, a line weight, dashes. */
  restyled: [before: Mark, after: Mark][];
  /** The same forms a little aside. */
  moved: [before: Mark, after: Mark][];
  /** On another layer. */
  relayered: [before: Mark, after: Mark][];
  /** What may look different, of which pixels tell: how things clip and blend, and what covers what. */
  unsure: Mark[];
  /** Whether something stands aside by so little that it counts as at its place. */
  isRounded: boolean;
  /** Whether letters are the same but for the font that they are drawn in, which one of the documents does not hold. */
  isInOtherFont: boolean;
};

/** The farthest that a form counts as the same one moved, in points. */
const maxMove = 6;

/** Finds marks by their place. */
class Places {
  readonly #cells = new Map<string, number[]>();
  readonly #size: number;

  constructor(marks: readonly Mark[], size: number) {
    this.#size = size;
    marks.forEach(({ x, y }, at) => {
      const key = `${Math.floor(x / size)},${Math.floor(y / size)}`;
      const cell = this.#cells.get(key);
      if (cell) cell.push(at);
      else this.#cells.set(key, [at]);
    });
  }

  /** Returns those that stand less than `reach` aside, and perhaps others. */
  *near({ x, y }: Mark, reach: number): Generator<number> {
    const at = (value: number) => Math.floor(value / this.#size);
    for (let column = at(x - reach); column <= at(x + reach); column += 1)
      for (let row = at(y - reach); row <= at(y + reach); row += 1)
        yield* this.#cells.get(`${column},${row}`) ?? [];
  }
}

/** Less than a sixth of a millimeter: programs that print place letters by rounded widths of those before them. */
const letterTolerance = 0.47;
/** How far a mark may stand aside: large letters more, whose places programs round by their size. */
const slackOf = ({ kind, box }: Mark) =>
  kind === 'letter' ? Math.max(letterTolerance, 0.006 * (box[3] - box[1])) : tolerance;

/** How far the outlines of one letter may be apart in two fonts, in points. */
const freeReach = 4;

/** What has no layer may have lost it. */
const isOnLayer = ({ style: one }: Mark, { style: other }: Mark) =>
  one.layer === other.layer || one.layer === '' || other.layer === '';
const aside = (one: Mark, other: Mark) => Math.max(Math.abs(one.x - other.x), Math.abs(one.y - other.y));
/**
 * Letters and forms are told apart by their outlines alone, as words may be drawn as forms; but where a font is not there, letters of it
 * have no outline of their own, and are told apart by what they stand for.
 */
const isAlike = (one: Mark, other: Mark) =>
  (one.kind === 'line') === (other.kind === 'line') &&
  (one.text === other.text || !(one.isFree || other.isFree) || one.kind !== other.kind) &&
  isSameShape(one.shape, other.shape);
/** Returns whether as much of both is to be seen. */
const isCutAlike = (one: Mark, other: Mark) =>
  one.kind === 'letter' ||
  one.box.every((edge, at) => Math.abs(edge - (other.box[at] as number)) <= 4 * tolerance);

/** Returns the places of a longest run of numbers that never fall. */
export function longestRun(numbers: readonly number[]): Set<number> {
  const ends: number[] = [];
  const before = new Array<number>(numbers.length).fill(-1);
  numbers.forEach((value, at) => {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((numbers[ends[middle] as number] as number) <= value) low = middle + 1;
      else high = middle;
    }
    before[at] = low > 0 ? (ends[low - 1] as number) : -1;
    ends[low] = at;
  });
  const run = new Set<number>();
  for (let at = ends.at(-1) ?? -1; at >= 0; at = before[at] as number) run.add(at);
  return run;
}

/** Numbers what is drawn in one color after the other: within it, the order changes nothing. */
function groupsOf(marks: readonly Mark[]): number[] {
  let group = 0;
  return marks.map(({ style }, at) => {
    const before = marks[at - 1]?.style;
    if (before && (before.color !== style.color || style.alpha < 1 || before.alpha < 1)) group += 1;
    return group;
  });
}

/** Holds what one sheet draws against what another one draws, both in the space of one page. */
export function matchMarks(before: readonly Mark[], after: readonly Mark[], hasLayers: boolean): Unmatched {
  const found: Unmatched = {
    before: [],
    after: [],
    restyled: [],
    moved: [],
    relayered: [],
    unsure: [],
    isRounded: false,
    isInOtherFont: false,
  };
  const isTaken = new Uint8Array(after.length);
  const partner = new Int32Array(before.length).fill(-1);
  const isFree = (one: Mark, other: Mark) => one.isFree || other.isFree;
  const isHere = (one: Mark, other: Mark) =>
    aside(one, other) <= slackOf(one) && isAlike(one, other) && isCutAlike(one, other);
  /** The same letter in another font, of the same size at the same place. */
  const isWritten = (one: Mark, other: Mark) =>
    isFree(one, other) &&
    one.text === other.text &&
    one.box.every((edge, at) => Math.abs(edge - (other.box[at] as number)) <= 3 * tolerance);
  const take = (at: number, index: number) => {
    partner[at] = index;
    isTaken[index] = 1;
    const [one, other] = [before[at] as Mark, after[index] as Mark];
    if (!isFree(one, other)) found.isRounded ||= aside(one, other) > 0.02;
    else found.isInOtherFont ||= !isHere(one, other);
  };
  let places: Places | undefined;
  const find = (mark: Mark, reach: number, isWanted: (other: Mark) => boolean): number => {
    places ??= new Places(after, 4);
    for (const index of places.near(mark, reach))
      if (!isTaken[index] && isWanted(after[index] as Mark)) return index;
    return -1;
  };
  let next = 0;
  before.forEach((mark, at) => {
    const isSame = (other: Mark) =>
      (isHere(mark, other) || isWritten(mark, other)) &&
      compareStyles(mark.style, other.style) === 'same' &&
      (!hasLayers || isOnLayer(mark, other));
    const hint = after[next];
    const index =
      hint && !isTaken[next] && isSame(hint)
        ? next
        : find(mark, mark.text === '' ? tolerance : freeReach, isSame);
    if (index < 0) return;
    take(at, index);
    next = index + 1;
  });
  before.forEach((mark, at) => {
    if ((partner[at] as number) >= 0) return;
    const index = find(
      mark,
      mark.text === '' ? tolerance : freeReach,
      (other) => isHere(mark, other) || isWritten(mark, other),
    );
    if (index < 0) return;
    take(at, index);
    const other = after[index] as Mark;
    const how = compareStyles(mark.style, other.style);
    if (how === 'other') found.restyled.push([mark, other]);
    else if (how === 'unsure') found.unsure.push(other);
    else found.relayered.push([mark, other]);
  });
  before.forEach((mark, at) => {
    if ((partner[at] as number) >= 0) return;
    const isMoved = (other: Mark) =>
      aside(mark, other) <= maxMove &&
      isAlike(mark, other) &&
      compareStyles(mark.style, other.style) === 'same';
    const index =
      mark.kind === 'line' && Math.max(mark.shape.width, mark.shape.height) < 1
        ? -1
        : find(mark, maxMove, isMoved);
    const other = after[index];
    if (!other) {
      found.before.push(mark);
      return;
    }
    isTaken[index] = 1;
    found.moved.push([mark, other]);
  });
  found.after.push(...after.filter((_, index) => !isTaken[index]));
  const order = Array.from(partner).filter((index) => index >= 0);
  const groups = groupsOf(after);
  const run = longestRun(order.map((index) => groups[index] as number));
  // What is drawn earlier or later may be covered, or cover.
  order.forEach((index, at) => {
    if (!run.has(at)) found.unsure.push(after[index] as Mark);
  });
  return found;
}
