import type { Mark, Style } from './marks.ts';
import type { Unmatched } from './matchMarks.ts';

/** Colors of 0 to 255 are rounded by programs that convert them. */
const colorSlack = 3;

function isSameColor(one: string, other: string, slack = colorSlack): boolean {
  if (one === other) return true;
  if (!one.startsWith('#') || !other.startsWith('#')) return false;
  return [1, 3, 5].every(
    (at) => Math.abs(parseInt(one.slice(at, at + 2), 16) - parseInt(other.slice(at, at + 2), 16)) <= slack,
  );
}

const isNear = (one: number, other: number, slack = 0.06) => Math.abs(one - other) <= slack + 0.02 * one;
const even = (dash: readonly number[]) => (dash.length % 2 ? [...dash, ...dash] : dash);

/** Says whether styles look the same: `unsure` where only pixels tell. */
export function compareStyles(one: Style, other: Style): 'same' | 'other' | 'unsure' {
  if (one === other) return 'same';
  const [dash, otherDash] = [even(one.dash), even(other.dash)];
  const isDashed =
    dash.length === otherDash.length && dash.every((part, at) => isNear(part, otherDash[at] as number, 0.1));
  const areColors = one.color.startsWith('#') && other.color.startsWith('#');
  if (!isDashed || !isNear(one.width, other.width) || Math.abs(one.alpha - other.alpha) > 0.02)
    return 'other';
  if (!isSameColor(one.color, other.color)) return areColors ? 'other' : 'unsure';
  return one.rest === other.rest ? 'same' : 'unsure';
}

/** Colors that are converted, as to print them, differ by less of 255. */
const converted = 40;
/** Fewer things of one color say nothing of how all of it is converted. */
const fewOfColor = 12;

/** Leaves out what has another color because all that had its color was converted to it. */
export function withoutConversions(
  restyled: Unmatched['restyled'],
  after: readonly Mark[],
): Unmatched['restyled'] {
  const counts = new Map<string, number>();
  for (const [{ style: old }, { style: now }] of restyled) {
    const key = `${old.color} ${now.color}`;
    if (isSameColor(old.color, now.color, converted)) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const kept = new Set(after.map(({ style }) => style.color));
  const isConverted = ([{ style: old }, { style: now }]: (typeof restyled)[number]) =>
    (counts.get(`${old.color} ${now.color}`) ?? 0) >= fewOfColor &&
    !kept.has(old.color) &&
    compareStyles({ ...old, color: now.color }, now) === 'same';
  return restyled.filter((pair) => !isConverted(pair));
}
