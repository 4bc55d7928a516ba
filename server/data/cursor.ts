import * as v from 'valibot';
import { Refusal } from '../errors/errors.ts';

/** The sort values of the last row of a page; the last value is unique, so that no two rows have the same place. */
type Place = readonly (string | number)[];

/**
 * Returns the opaque text of a place in a listing, for `startAfter` (§7). It contains the name of the listing, so that a cursor of
 * another order is refused instead of skipping rows.
 */
export function encodeCursor(listing: string, place: Place): string {
  return Buffer.from(JSON.stringify([listing, ...place])).toString('base64url');
}

function parsed(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    return undefined;
  }
}

/** Cursors contain only exact numbers, and text that the database accepts. */
export const cursorNumber = v.pipe(v.number(), v.safeInteger());
export const cursorText = v.pipe(
  v.string(),
  v.check((text) => text.isWellFormed() && !text.includes('\0')),
);

/** Returns the place in a cursor of this listing. @throws Refusal `bad-cursor` for anything that `encodeCursor` did not make */
export function decodeCursor<const T extends [v.GenericSchema, ...v.GenericSchema[]]>(
  listing: string,
  cursor: string,
  place: T,
): { [K in keyof T]: T[K] extends v.GenericSchema ? v.InferOutput<T[K]> : never } {
  const result = v.safeParse(v.strictTuple([v.literal(listing), ...place]), parsed(cursor));
  if (!result.success) throw new Refusal('bad-cursor');
  return result.output.slice(1) as never;
}

/** Limit of a page in bytes of its JSON: a page of long items has fewer of them. */
const maxPageBytes = 4_000_000;

/** Returns the bytes of a value as JSON. */
export function jsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

/** Returns a page and the cursor of the next one. Expects the rows of a query for one more than `size`. */
export function pageOf<R, T>(
  rows: readonly R[],
  size: number,
  item: (row: R) => T,
  cursor: (row: R) => string,
): { items: T[]; startAfter: string | null } {
  const items: T[] = [];
  let bytes = 0;
  let last: R | undefined;
  for (const row of rows.slice(0, size)) {
    const one = item(row);
    bytes += jsonBytes(one);
    if (last !== undefined && bytes > maxPageBytes) break;
    items.push(one);
    last = row;
  }
  return { items, startAfter: last !== undefined && rows.length > items.length ? cursor(last) : null };
}
