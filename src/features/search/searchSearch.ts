import { maxSearchLength } from '../../contract/limits.ts';

export const searchKinds = ['jobs', 'messages', 'files', 'users'] as const;
export type SearchKind = (typeof searchKinds)[number];

/** `/search?q=…&kind=messages`: without `kind`, the first results of every kind. */
export type SearchSearch = { q?: string | undefined; kind?: SearchKind | undefined };

/** Makes a text that can be searched out of anything in the address. */
export function validateSearchSearch({ q = '', kind }: Record<string, unknown>): SearchSearch {
  const text = String(q).slice(0, maxSearchLength).trim();
  const known = searchKinds.find((one) => one === kind);
  return { ...(text && { q: text }), ...(known && { kind: known }) };
}
