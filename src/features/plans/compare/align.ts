import { identity, type Matrix } from '../page/matrix.ts';
import type { Mark } from './marks.ts';

/** How a sheet before lies on the one after: turned clockwise by degrees, then as a matrix says, in points. */
export type Alignment = { turn: 0 | 90 | 180 | 270; lies: Matrix };

export const unmoved: Alignment = { turn: 0, lies: identity };

/** More of the same are no landmarks. */
const maxAlike = 4;
/** The width of the steps in which moves are counted, in points: what is drawn in another size moves by more at its edges. */
const step = 4;
/** What stands aside by less, once it is moved as the whole sheet is, moves with it. */
const close = 0.5;

const keyOf = ({ kind, shape, text }: Mark) =>
  `${kind === 'line' ? kind : ''}${shape.width.toFixed(0)} ${shape.height.toFixed(0)} ${shape.length.toFixed(0)} ${text}`;

function landmarks(marks: readonly Mark[]): Map<string, Mark[]> {
  const found = new Map<string, Mark[]>();
  for (const mark of marks) {
    const key = keyOf(mark);
    const alike = found.get(key);
    if (!alike) found.set(key, [mark]);
    else if (alike.length <= maxAlike) alike.push(mark);
  }
  return found;
}

const median = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0;

type Move = { from: number; to: number };

/** Returns how numbers of one sheet become those of another one: enlarged, then moved; most of them say the same. */
function lineThrough(moves: readonly Move[]): { scale: number; move: number } {
  const half = moves.length >> 1;
  const sorted = moves.toSorted((one, other) => one.from - other.from);
  const slopes = sorted.slice(0, half).flatMap((one, at) => {
    const other = sorted[sorted.length - half + at] as Move;
    const apart = other.from - one.from;
    return apart > 36 ? [(other.to - one.to) / apart] : [];
  });
  const width = (sorted.at(-1)?.from ?? 0) - (sorted[0]?.from ?? 0);
  const slope = slopes.length > 4 ? median(slopes) : 1;
  // What numbers are rounded by is no other size.
  const scale = Math.abs(slope - 1) * width < 0.1 ? 1 : slope;
  return { scale, move: median(moves.map(({ from, to }) => to - scale * from)) };
}

/** Returns how most of a sheet lies on another one, and how much of it does: from 0 to 1. */
export function moveOf(before: readonly Mark[], after: readonly Mark[]): { lies: Matrix; share: number } {
  const others = landmarks(after);
  const moves: { x: Move; y: Move }[] = [];
  let count = 0;
  for (const [key, marks] of landmarks(before)) {
    const alike = others.get(key) ?? [];
    if (marks.length > maxAlike || alike.length > maxAlike) continue;
    count += marks.length;
    for (const one of marks)
      for (const other of alike)
        moves.push({ x: { from: one.x, to: other.x }, y: { from: one.y, to: other.y } });
  }
  const by = ({ from, to }: Move) => to - from;
  const votes = new Map<string, typeof moves>();
  for (const move of moves) {
    const key = [by(move.x), by(move.y)].map((value) => Math.round(value / step)).join();
    const same = votes.get(key);
    if (same) same.push(move);
    else votes.set(key, [move]);
  }
  const [most = []] = [...votes.values()].sort((one, other) => other.length - one.length);
  const [right, down] = [median(most.map(({ x }) => by(x))), median(most.map(({ y }) => by(y)))];
  // Those on both sides of a step.
  const near = moves.filter(({ x, y }) => Math.abs(by(x) - right) < step && Math.abs(by(y) - down) < step);
  const [across, along] = [lineThrough(near.map(({ x }) => x)), lineThrough(near.map(({ y }) => y))];
  const isOn = (move: Move, line: typeof across) =>
    Math.abs(move.to - line.scale * move.from - line.move) < close;
  const on = near.filter(({ x, y }) => isOn(x, across) && isOn(y, along));
  return {
    lies: [across.scale, 0, 0, along.scale, across.move, along.move],
    share: count === 0 ? 0 : Math.min(1, on.length / count),
  };
}
