import type { Matrix } from '../page/place.ts';
import type { Mark } from './marks.ts';

/** How a sheet before lies on the one after: turned clockwise by degrees, enlarged, and moved by points. */
export type Alignment = { turn: 0 | 90 | 180 | 270; scale: number; dx: number; dy: number };

/** More of the same are no landmarks. */
const maxAlike = 4;
/** The width of the steps in which moves are counted, in points. */
const step = 0.5;

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

/** Returns by how much most of a sheet stands aside on another one, and how much of it: from 0 to 1. */
export function moveOf(
  before: readonly Mark[],
  after: readonly Mark[],
): { dx: number; dy: number; share: number } {
  const others = landmarks(after);
  const moves: [number, number][] = [];
  let count = 0;
  for (const [key, marks] of landmarks(before)) {
    const alike = others.get(key) ?? [];
    if (marks.length > maxAlike || alike.length > maxAlike) continue;
    count += marks.length;
    for (const one of marks) for (const other of alike) moves.push([other.x - one.x, other.y - one.y]);
  }
  const votes = new Map<string, [number, number][]>();
  for (const move of moves) {
    const key = move.map((value) => Math.round(value / step)).join();
    const same = votes.get(key);
    if (same) same.push(move);
    else votes.set(key, [move]);
  }
  const [most = []] = [...votes.values()].sort((one, other) => other.length - one.length);
  const middle = [0, 1].map((axis) => median(most.map((move) => move[axis] as number))) as [number, number];
  // Those on both sides of a step.
  const close = moves.filter((move) =>
    move.every((value, axis) => Math.abs(value - (middle[axis] as number)) < step),
  );
  const [dx, dy] = [0, 1].map((axis) => median(close.map((move) => move[axis] as number))) as [
    number,
    number,
  ];
  return { dx, dy, share: count === 0 ? 0 : Math.min(1, close.length / count) };
}

/** Returns the matrix that undoes another one. */
export function inverseOf([a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]: Matrix): Matrix {
  const determinant = a * d - b * c || 1e-9;
  return [d, -b, -c, a, c * f - d * e, b * e - a * f].map((one) => one / determinant);
}
