import * as v from 'valibot';
import { expect, it } from 'vitest';
import { Comparison, comparisonVersion } from '../../../src/contract/files/comparison.ts';
import type { ComparedPlan } from '../../../src/features/plans/compare/comparedPlan.ts';
import { compareSets } from '../../../src/features/plans/compare/compareSets.ts';

const unread: ComparedPlan = {
  pageCount: 1,
  read: () => Promise.reject(new Error('not read')),
  draw: () => Promise.reject(new Error('not drawn')),
};

it('what was not compared is not called unchanged', async () => {
  const sheets = [];
  for await (const sheet of compareSets(unread, unread, { signal: AbortSignal.timeout(1000) }))
    sheets.push(sheet);
  const sha256 = '0'.repeat(64);
  const file = { key: 'k', sha256 };
  const comparison = { version: comparisonVersion, before: file, after: file, sheets };
  expect(v.parse(Comparison, comparison).sheets.map(({ answer }) => answer)).toEqual(['not-compared']);
});
