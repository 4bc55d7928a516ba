import { createHash } from 'node:crypto';
import {
  type ComparedSheet,
  type Comparison,
  comparisonVersion,
} from '../../../src/contract/files/comparison.ts';

/** Returns a sheet that is the same in both sets, or differs at places. */
export function comparedSheet(page: number, changes: Partial<ComparedSheet> = {}): ComparedSheet {
  const of = { page, label: `S-${100 + page}` };
  return {
    answer: 'unchanged',
    before: of,
    after: of,
    by: 'instructions',
    places: [],
    hidden: [],
    ...changes,
  };
}

/** Returns a comparison of two files with these bytes. */
export function comparisonOf(
  [before, after]: readonly [string, string],
  bytes: Uint8Array,
  changes: Partial<Comparison> = {},
): Comparison {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return {
    version: comparisonVersion,
    before: { key: before, sha256 },
    after: { key: after, sha256 },
    sheets: [
      comparedSheet(1),
      comparedSheet(2, {
        answer: 'changed',
        places: [{ kind: 'text', before: [10, 10, 40, 8], after: [10, 10, 44, 8] }],
      }),
    ],
    ...changes,
  };
}
