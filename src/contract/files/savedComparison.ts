import * as v from 'valibot';
import { form, jobId } from '../fields.ts';
import { Comparison } from './comparison.ts';

/** A comparison of two PDFs, as it is stored with the job of the file after. */
export const SavedComparison = v.object({
  comparison: Comparison,
  /** Whether staff or the server compared. Staff compare anew what a client's device says. */
  byStaff: v.boolean(),
  /** Seconds. */
  createdTimestamp: v.number(),
});
export type SavedComparison = v.InferOutput<typeof SavedComparison>;

/** POST /jobs/comparison: stores what a device has found out about two PDFs of a job, or of one that it revises. */
export const ComparisonSave = form({ jobId, comparison: Comparison });
export type ComparisonSave = v.InferOutput<typeof ComparisonSave>;

/** Comparisons that are stored with a job: the newest ones. */
export const maxComparisons = 20;
/** Bytes of one, as JSON. */
export const maxComparisonBytes = 200_000;

/** Most places of each sheet, tried one after the other. */
const fewerPlaces = [100, 50, 25, 12, 6, 3, 1];

function bytesOf(comparison: Comparison): number {
  return encodeURIComponent(JSON.stringify(comparison)).replace(/%../g, ' ').length;
}

/**
 * Returns a comparison as it may be stored: of one with too many places each sheet has only the first ones, and says that there are more.
 * Null where its sheets alone are too many.
 */
export function storable(comparison: Comparison): Comparison | null {
  if (bytesOf(comparison) <= maxComparisonBytes) return comparison;
  for (const most of fewerPlaces) {
    const sheets = comparison.sheets.map((sheet) =>
      sheet.places.length <= most
        ? sheet
        : {
            ...sheet,
            places: sheet.places.slice(0, most),
            hidden: [...new Set([...sheet.hidden, 'places' as const])],
          },
    );
    if (bytesOf({ ...comparison, sheets }) <= maxComparisonBytes) return { ...comparison, sheets };
  }
  return null;
}
