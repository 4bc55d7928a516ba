import { expect, test, vi } from 'vitest';
import { askAct, endAct, shownAct } from '../../../src/features/jobs/act/rowAct.ts';
import { job } from '../../support/app/fakeBackend.ts';

vi.mock('../../../src/features/jobs/act/RowActs.tsx', () => ({ RowActs: () => null }));

test('what is asked of a row whose list is left while its code is loaded does not begin in the next list', async () => {
  const asked = askAct('addressed', [job]);
  endAct();
  await asked;
  expect(shownAct()).toBe(null);
  await askAct('priority', [job]);
  expect(shownAct()).toMatchObject({ act: 'priority', jobs: [job] });
});
