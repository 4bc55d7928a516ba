import { beforeAll, expect, test } from 'vitest';
import { compareSets } from '../../src/features/plans/compare/compareSets.ts';
import { openCompared } from '../../src/features/plans/comparison/openCompared.ts';
import { searchedPdf } from '../support/files/searchedPdf.ts';
import { withPlan } from './support/drawnPixels.ts';
import { openApp } from './support/openApp.ts';

beforeAll(() => openApp('employee', '/jobs/listing/all'));

const setWith = (...lines: readonly string[]) =>
  searchedPdf([
    { name: 'one', pieces: lines.map((text, at) => ({ text, x: 40, y: 360 - at * 60 })) },
    { name: 'other', pieces: [{ text: 'What stays', x: 40, y: 360 }] },
  ]);

test('two plans that the app has opened are compared sheet by sheet', async () => {
  const before = setWith('Conduit 1220', 'Panel A', 'Rafters');
  const after = setWith('Conduit 1250', 'Panel A', 'Rafters');
  const sheets = await withPlan(before, (one) =>
    withPlan(after, async (other) => {
      const plans = [openCompared(one), openCompared(other)] as const;
      const comparing = compareSets(...plans, { signal: AbortSignal.timeout(60_000) });
      for (;;) {
        const { done, value } = await comparing.next();
        if (!done) continue;
        for (const plan of plans) plan.close();
        return value;
      }
    }),
  );
  expect(
    sheets.map(({ answer, by, places }) => ({ answer, by, kinds: places.map(({ kind }) => kind) })),
  ).toEqual([
    { answer: 'changed', by: 'instructions', kinds: ['text'] },
    { answer: 'unchanged', by: 'instructions', kinds: [] },
  ]);
});
