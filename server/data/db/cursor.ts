import * as v from 'valibot';
import { Refusal } from '../../http/errors.ts';

/** The sort values of a page's last row; the last one is unique, so that no two rows share a place. */
type Place = readonly (string | number)[];

/**
 * Where a listing continues, as the opaque text that `startAfter` carries (§7). The listing's name is in it, so that a
 * cursor of another order is refused instead of skipping rows.
 */
export function cursorOf(listing: string, place: Place): string {
  return Buffer.from(JSON.stringify([listing, ...place])).toString('base64url');
}

function parsed(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    return undefined;
  }
}

/** Database order ends where numbers stop being exact, and text cannot hold a zero character. */
export const cursorNumber = v.pipe(v.number(), v.safeInteger());
export const cursorText = v.pipe(
  v.string(),
  v.check((text) => text.isWellFormed() && !text.includes('\0')),
);

/** The place in a cursor of this listing. Throws `bad-cursor` for anything that `cursorOf` did not make. */
export function placeOf<const T extends [v.GenericSchema, ...v.GenericSchema[]]>(
  listing: string,
  cursor: string,
  place: T,
): { [K in keyof T]: T[K] extends v.GenericSchema ? v.InferOutput<T[K]> : never } {
  const result = v.safeParse(v.strictTuple([v.literal(listing), ...place]), parsed(cursor));
  if (!result.success) throw new Refusal('bad-cursor');
  return result.output.slice(1) as never;
}

/** A page of longer items has fewer of them. */
const mostPageBytes = 4_000_000;

export function jsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

/** One page out of rows asked for with one more than fits: the items, and where the next page starts. */
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
    if (last !== undefined && bytes > mostPageBytes) break;
    items.push(one);
    last = row;
  }
  return { items, startAfter: last !== undefined && rows.length > items.length ? cursor(last) : null };
}
