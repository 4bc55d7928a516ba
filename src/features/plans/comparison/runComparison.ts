import { hexHash } from '../../../api/bytes.ts';
import {
  type ComparedSheet,
  type Comparison,
  comparisonVersion,
} from '../../../contract/files/comparison.ts';
import { compareSets } from '../compare/compareSets.ts';
import type { Plan } from '../open/openPlan.ts';
import { keepSheets, type Pair, readKeptSheets } from './keptSheets.ts';
import { openCompared } from './openCompared.ts';

/** The sets that are compared, open. */
export type OpenSets = { before: Plan; after: Plan };

/** Returns the SHA-256 of a plan's bytes in hexadecimal digits. */
async function hashOf(plan: Plan, signal: AbortSignal): Promise<string> {
  const bytes = await plan.readDocument((pdf) => pdf.getData(), signal, Number.POSITIVE_INFINITY);
  return hexHash(bytes as Uint8Array<ArrayBuffer>);
}

/** Puts a sheet in the place of an earlier answer about the same page. */
function withSheet(sheets: readonly ComparedSheet[], sheet: ComparedSheet): ComparedSheet[] {
  const isSame = (other: ComparedSheet) =>
    sheet.after
      ? other.after?.page === sheet.after.page
      : !other.after && other.before?.page === sheet.before?.page;
  return [...sheets.filter((other) => !isSame(other)), sheet];
}

const inOrder = (one: ComparedSheet, other: ComparedSheet) =>
  (one.after ?? one.before ?? { page: 0 }).page - (other.after ?? other.before ?? { page: 0 }).page;

/** Compares the sets from where it stood, and calls back with what is known so far. @throws as `compareSets` */
export async function runComparison(
  pair: Pair,
  sets: OpenSets,
  signal: AbortSignal,
  onSheets: (sheets: readonly ComparedSheet[]) => void,
): Promise<Comparison> {
  const opened = { before: openCompared(sets.before), after: openCompared(sets.after) };
  try {
    let sheets: ComparedSheet[] = await readKeptSheets(pair);
    signal.throwIfAborted();
    onSheets(sheets);
    const steps = compareSets(opened.before, opened.after, { signal, resume: sheets });
    let step = await steps.next();
    while (!step.done) {
      sheets = withSheet(sheets, step.value).sort(inOrder);
      onSheets(sheets);
      await keepSheets(pair, sheets);
      step = await steps.next();
    }
    const file = async (side: keyof Pair) => ({ key: pair[side], sha256: await hashOf(sets[side], signal) });
    return {
      version: comparisonVersion,
      before: await file('before'),
      after: await file('after'),
      sheets: step.value,
    };
  } finally {
    opened.before.close();
    opened.after.close();
  }
}
