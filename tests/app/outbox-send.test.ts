import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setTokenSource } from '../../src/api/client.ts';
import { keys, queryClient } from '../../src/api/queries.ts';
import { reportJob } from '../../src/outbox/send.ts';
import { address, FakeBackend, job, newJob } from '../support/fakeBackend.ts';

let backend: FakeBackend;

beforeEach(() => {
  backend = new FakeBackend();
  vi.stubEnv('VITE_API_BASE', address);
  vi.stubGlobal('fetch', backend.fetch);
  setTokenSource(
    async () => 'token',
    async () => 'token',
  );
  queryClient.clear();
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

function codeOf(json: unknown) {
  return (json as { jobCode: string } | undefined)?.jobCode;
}

test('the same new job after a lost answer has the same key and code; another one has its own', async () => {
  backend.next('lost');
  await expect(reportJob(newJob)).rejects.toMatchObject({ definite: false });
  await reportJob(newJob);
  await reportJob(newJob);
  const [first, second, third] = backend.requests;
  expect(second?.key).toBe(first?.key);
  expect(second?.json).toEqual(first?.json);
  expect(third?.key).not.toBe(first?.key);
  expect(codeOf(third?.json)).not.toBe(codeOf(first?.json));
});

test('a reported job is what its page shows at once', async () => {
  await reportJob(newJob);
  expect(queryClient.getQueryData(keys.job(job.jobId))).toMatchObject({ project: job.project });
});
