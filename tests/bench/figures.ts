import { mkdir, writeFile } from 'node:fs/promises';

/** Runs of each measurement; `RUNS=3` is for trying. */
export const runs = Number(process.env.RUNS ?? 7);

const folder = 'node_modules/.cache/bench';

/** A figure of several runs: the machine is noisy, so the middle and the half around it are told, never the best. */
export type Figure = { median: number; p25: number; p75: number; runs: number };

/** Adds one more of its kind. */
export function add<K extends string | number, T>(all: Partial<Record<K, T[]>>, kind: K, one: T): void {
  all[kind] = [...(all[kind] ?? []), one];
}

/** The value that `share` of all are at or below. */
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

/** "812 (790–840)": the median, and the half of the runs around it. */
export function spread({ median: middle, p25, p75 }: Figure, digits = 0): string {
  return `${round(middle, digits)} (${round(p25, digits)}–${round(p75, digits)})`;
}

/**
 * How many times `other` one subject took, run by run: both of a run were measured under the same other work of the machine,
 * so its ratio is steadier than the ratio of the medians.
 */
export function ratioOf(values: readonly number[], others: readonly number[]): Figure {
  return figureOf(values.flatMap((value, run) => (others[run] ? value / others[run] : [])));
}

/** `most` or `least`; without either, nothing is promised. */
export type Bar = { what: string; is: number; most?: number; least?: number };

function met({ is, most, least }: Bar): string {
  if (most === undefined && least === undefined) return '';
  return (most === undefined || is <= most) && (least === undefined || is >= least) ? 'yes' : 'NO';
}

function barOf({ most, least }: Bar): string {
  if (most !== undefined) return `≤ ${most}`;
  return least === undefined ? '' : `≥ ${least}`;
}

/** Prints each bar beside what was measured. No bar fails a command: timings are judged by people. */
export function printBars(bars: readonly Bar[]): void {
  console.log('Bars');
  const measured = bars.filter(({ is }) => !Number.isNaN(is));
  console.table(
    measured.map((bar) => ({ what: bar.what, is: round(bar.is, 3), bar: barOf(bar), met: met(bar) })),
  );
}

/** Keeps everything that was measured, as JSON. */
export async function keepFigures(name: string, figures: object): Promise<void> {
  await mkdir(folder, { recursive: true });
  const file = `${folder}/${name}.json`;
  await writeFile(file, JSON.stringify({ at: new Date().toISOString(), runs, ...figures }, null, 2));
  console.log(`All of it is in ${file}.`);
}
