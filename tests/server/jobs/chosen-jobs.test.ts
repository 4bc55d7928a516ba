import { beforeAll, expect, test } from 'vitest';
import { maxJobsAtOnce } from '../../../src/contract/limits.ts';
import { newJob } from '../../support/server/jobs.ts';
import { onOneDatabase, type TestServer } from '../../support/server/server.ts';

onOneDatabase('a list of chosen jobs', (start) => {
  let server: TestServer;
  const own: string[] = [];
  let foreign: string;

  beforeAll(async () => {
    server = await start();
    for (let index = 0; index < 3; index += 1) own.push((await newJob(server)).jobId);
    foreign = (await newJob(server, {}, { as: 'otherClient' })).jobId;
  });

  const listed = async (as: 'employee' | 'client', jobIds: string[]) => {
    const { answer } = await server.call('searchJobs', { as, body: { jobIds } });
    return answer.items.map(({ jobId }) => jobId);
  };

  test('has these and no others, in the order of the list', async () => {
    expect(await listed('employee', [own[0] ?? '', foreign])).toEqual([foreign, own[0]]);
    expect(await listed('employee', [own[1] ?? ''])).toEqual([own[1]]);
  });

  test('shows a client none of another client, whatever it names', async () => {
    expect(await listed('client', [own[2] ?? '', foreign])).toEqual([own[2]]);
    expect(await listed('client', [foreign])).toEqual([]);
    const body = { format: 'csv' as const, jobIds: [foreign, own[2] ?? ''] };
    const { bytes } = await server.call('download', { as: 'client', body });
    expect(bytes.toString().trim().split('\n')).toHaveLength(2);
  });

  test('is exported as chosen, as many as can be selected at once and no more', async () => {
    const ids = Array.from({ length: maxJobsAtOnce }, (_, index) => own[index % 3] ?? '');
    const { bytes } = await server.call('download', { as: 'employee', body: { format: 'csv', jobIds: ids } });
    expect(bytes.toString().trim().split('\n')).toHaveLength(4);
    const refused = await server.call('searchJobs', { as: 'employee', body: { jobIds: [...ids, foreign] } });
    expect(refused.status).toBe(422);
  });
});
