import { mkdir, writeFile } from 'node:fs/promises';

/** Runs of each measurement; `RUNS=3` is for a quick try. */
export const runs = Number(process.env.RUNS ?? 7);

const folder = 'node_modules/.cache/bench';

/** A figure of several runs: the machine is noisy, so it has the median and the quartiles, never the best. */
export type Figure = { median: number; p25: number; p75: number; runs: number };

/** Adds a value to those of its kind. */
export function add<K extends string | number, T>(all: Partial<Record<K, T[]>>, kind: K, one: T): void {
  all[kind] = [...(all[kind] ?? []), one];
}

/** Returns the value that `share` of all are at or below. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(sorted.length * share) - 1))] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  if (sorted.length % 2 === 1) return upper;
  return (upper + (sorted[sorted.length / 2 - 1] ?? upper)) / 2;
}

export function figureOf(values: readonly number[]): Figure {
  return {
    median: median(values),
    p25: quantile(values, 0.25),
    p75: quantile(values, 0.75),
    runs: values.length,
  };
}

export function round(value: number, digits = 1): number {
  return Math.round(value * 10 ** digits) / 10 ** digits;
}

/** Formats "812 (790–840)": the median and the quartiles. */
export function spread({ median: middle, p25, p75 }: Figure, digits = 0): string {
  return `${round(middle, digits)} (${round(p25, digits)}–${round(p75, digits)})`;
}

/**
 * Returns how many times `other` one subject took, run by run: both of a run were measured under the same load of the machine,
 * so its ratio is steadier than the ratio of the medians.
 */
export function ratioOf(values: readonly number[], others: readonly number[]): Figure {
  return figureOf(values.flatMap((value, run) => (others[run] ? value / others[run] : [])));
}

/** Returns by how much one subject exceeds another, run by run. */
export function differenceOf(values: readonly number[], others: readonly number[]): Figure {
  return figureOf(values.flatMap((value, run) => (others[run] ? value - others[run] : [])));
}

/** `most` or `least`; without either, there is no limit. */
export type Bar = { what: string; is: number; most?: number; least?: number };

function met({ is, most, least }: Bar): string {
  if (most === undefined && least === undefined) return '';
  return (most === undefined || is <= most) && (least === undefined || is >= least) ? 'yes' : 'NO';
}

function barOf({ most, least }: Bar): string {
  if (most !== undefined) return `≤ ${most}`;
  return least === undefined ? '' : `≥ ${least}`;
}

/** Prints each bar beside its measurement. No bar fails a command: people judge timings. */
export function printBars(bars: readonly Bar[]): void {
  console.log('Bars');
  const measured = bars.filter(({ is }) => !Number.isNaN(is));
  console.table(
    measured.map((bar) => ({ what: bar.what, is: round(bar.is, 3), bar: barOf(bar), met: met(bar) })),
  );
}

/** Saves all figures as JSON. */
export async function keepFigures(name: string, figures: object): Promise<void> {
  await mkdir(folder, { recursive: true });
  const file = `${folder}/${name}.json`;
  await writeFile(file, JSON.stringify({ at: new Date().toISOString(), runs, ...figures }, null, 2));
  console.log(`All of it is in ${file}.`);
}
