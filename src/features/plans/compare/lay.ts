import { multiply } from '../page/matrix.ts';
import { type Alignment, moveOf, unmoved } from './align.ts';
import { pause } from './comparePixels.ts';
import type { Mark, Marks } from './marks.ts';
import { matchMarks, type Unmatched } from './matchMarks.ts';
import type { Sheet } from './readSheet.ts';
import { union } from './shape.ts';

/** Of how much of a sheet a move has to be, to be the move of the whole sheet. */
const enough = 0.4;
const fewMarks = 6;
const quarters = [90, 180, 270] as const;
const count = ({ before, after, moved, restyled }: Unmatched) =>
  before.length + after.length + moved.length + restyled.length;

/** Finds how a sheet lies on the other one: where it is, moved as a whole, of another size, or turned. */
export async function align(
  before: Sheet,
  after: Sheet,
  turn: Alignment['turn'],
): Promise<{ alignment: Alignment; marks: Marks; unmatched: Unmatched; base: readonly number[] }> {
  const hasLayers = before.hasLayers && after.hasLayers;
  const match = (marks: Marks) => matchMarks(marks.shown, after.marks.shown, hasLayers);
  /** By how much the entries of the pages turn them. */
  const spun = ((after.rotate - before.rotate + 360) % 360) as Alignment['turn'];
  const upright = turn === 0 ? before : before.aligned({ ...unmoved, turn });
  const first = match(upright.marks);
  let best = { alignment: { ...unmoved, turn }, marks: upright.marks, unmatched: first, base: upright.base };
  const all = Math.max(before.marks.shown.length, after.marks.shown.length);
  if (all === 0)
    return before.isBlank && after.isBlank ? { ...best, alignment: { ...unmoved, turn: spun } } : best;
  if (count(first) < 0.02 * all) return best;
  if (all < fewMarks) {
    // Too few to vote: only one that is the same in all is turned.
    for (const quarter of quarters) {
      const aligned = before.aligned({ ...unmoved, turn: quarter });
      const unmatched = match(aligned.marks);
      if (count(unmatched) === 0) return { alignment: { ...unmoved, turn: quarter }, ...aligned, unmatched };
    }
    return best;
  }
  let most = enough;
  const isLittle = count(first) < 0.3 * all;
  for (const { turn: quarter, scale } of isLittle ? [{ turn, scale: 1 }] : laysOf(before, after)) {
    await pause();
    const laid = [scale, 0, 0, scale, 0, 0];
    const { lies, share } = moveOf(
      before.aligned({ turn: quarter, lies: laid }).marks.shown,
      after.marks.shown,
    );
    if (share <= most) continue;
    const alignment = { turn: quarter, lies: multiply(lies, laid) };
    await pause();
    const aligned = before.aligned(alignment);
    await pause();
    const unmatched = match(aligned.marks);
    if (count(unmatched) >= count(best.unmatched)) continue;
    most = share;
    best = { alignment, ...aligned, unmatched };
    if (count(unmatched) < 0.3 * all) break;
  }
  return best;
}

const sizeOf = (all: readonly Mark[]) => {
  const [left, top, right, bottom] = union(all.map(({ box }) => box));
  return [right - left, bottom - top] as const;
};

/** Returns the ways in which one sheet may lie on another: of the size that it has, fitted to the paper, or to what is drawn. */
function laysOf(before: Sheet, after: Sheet): { turn: Alignment['turn']; scale: number }[] {
  const [drawn, drawnAfter] = [sizeOf(before.marks.shown), sizeOf(after.marks.shown)];
  return ([0, 90, 180, 270] as const).flatMap((turn) => {
    const [width, across] = turn % 180 === 0 ? [before.width, drawn[0]] : [before.height, drawn[1]];
    const scales = [after.width / width, drawnAfter[0] / across].filter(
      (scale) => Math.abs(scale - 1) > 2e-4,
    );
    return [1, ...scales].map((scale) => ({ turn, scale }));
  });
}
