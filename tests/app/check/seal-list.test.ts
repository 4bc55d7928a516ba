import { expect, test, vi } from 'vitest';
import { queryClient } from '../../../src/api/queries.ts';
import { followJobLists } from '../../../src/app/start/keepSealList.ts';
import { inTheEnd } from '../../support/app/inTheEnd.ts';
import { answerJson, testBackend } from '../support/backend.ts';

const stage = vi.hoisted(() => ({ is: 'active' }));
vi.mock('../../../src/session/session.ts', () => ({ getSession: () => ({ stage: stage.is }) }));

const backend = testBackend();

test('the list of ended seals comes with the list of jobs, and the reader of codes does not', async () => {
  backend.handle = (_, response) => answerJson(response, 200, { body: { keys: [], ended: '' } });
  stage.is = 'pending';
  followJobLists();
  stage.is = 'active';
  const readJobs = (key: unknown[]) => queryClient.fetchQuery({ queryKey: key, queryFn: () => [] });
  await readJobs(['job', 'J1']);
  queryClient.setQueryData(['jobs', 'ada@ev.test', []], []);
  expect(backend.seen).toEqual([]);
  await readJobs(['searchJobs', 'ada@ev.test', {}]);
  await inTheEnd(() => expect(queryClient.getQueryData(['firmSeals', true])).toBeDefined());
  await readJobs(['jobs', 'ada@ev.test', ['ASSIGNED']]);
  expect(backend.seen.map(({ url }) => url)).toEqual(['/api/seals']);
});
