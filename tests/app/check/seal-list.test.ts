import { expect, test, vi } from 'vitest';
import { queryClient } from '../../../src/api/queries.ts';
import { followJobLists } from '../../../src/app/start/keepSealList.ts';
import { inTheEnd } from '../../support/app/inTheEnd.ts';
import { answerJson, testBackend } from '../support/backend.ts';

const getSession = vi.hoisted(() => vi.fn());
vi.mock('../../../src/session/session.ts', () => ({ getSession }));
const cacheQrReader = vi.hoisted(() => vi.fn());
vi.mock('../../../src/offline/qrReaderFile.ts', () => ({ cacheQrReader, qrReaderFile: cacheQrReader }));

const backend = testBackend();

test('the list of ended seals comes with the list of jobs, and the reader of codes does not', async () => {
  backend.handle = (_, response) => answerJson(response, 200, { body: { keys: [], ended: '' } });
  getSession.mockReturnValue({ stage: 'pending' });
  followJobLists();
  getSession.mockReset().mockReturnValue({ stage: 'active' });
  const readJobs = (key: unknown[]) => queryClient.fetchQuery({ queryKey: key, queryFn: () => [] });
  await readJobs(['job', 'J1']);
  queryClient.setQueryData(['jobs', 'ada@ev.test', []], []);
  // Whoever is to ask looks first whether somebody is signed in.
  expect(getSession).not.toHaveBeenCalled();
  await readJobs(['searchJobs', 'ada@ev.test', {}]);
  await inTheEnd(() => expect(queryClient.getQueryData(['firmSeals', true])).toBeDefined());
  await readJobs(['jobs', 'ada@ev.test', ['ASSIGNED']]);
  expect(backend.seen.map(({ url }) => url)).toEqual(['/api/seals']);
  expect(cacheQrReader).not.toHaveBeenCalled();
});
