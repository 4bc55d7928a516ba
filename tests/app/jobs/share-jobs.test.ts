import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { keys } from '../../../src/api/queries.ts';
import type { Job } from '../../../src/contract/jobs/job.ts';
import { cachedJobs, matching } from '../../../src/features/share/cachedJobs.ts';

function job(jobId: string, updatedTimestamp: number, project = jobId): Job {
  const address = { streetName: '7 Wharf Lane', city: 'Boston', state: 'MA', zipcode: '02110' };
  const jobReporterDetails = { company: 'Brightline Solar' };
  return { jobId, jobCode: `EV${jobId}`, project, address, jobReporterDetails, updatedTimestamp } as Job;
}

function page(...items: Job[]) {
  return { pages: [{ items, startAfter: null }], pageParams: [null] };
}

test('the jobs of all cached data are listed offline, each once and in its latest version', () => {
  const client = new QueryClient();
  client.setQueryData(keys.jobs('ada@x.test'), page(job('J1', 10), job('J2', 30)));
  client.setQueryData(keys.search({ text: 'roof' }, 'ada@x.test'), page(job('J3', 20)));
  client.setQueryData(keys.job('J1'), job('J1', 40, 'renamed'));
  client.setQueryData(keys.conversation('J1'), []);
  expect(cachedJobs(client).map(({ jobId, project }) => [jobId, project])).toEqual([
    ['J1', 'renamed'],
    ['J2', 'J2'],
    ['J3', 'J3'],
  ]);
});

test.each([
  ['', true],
  ['dock', true],
  ['evj1', true],
  ['BOSTON wharf', true],
  ['brightline dock', true],
  ['dock 9', false],
])('the search “%s” finds the job: %s', (text, fits) => {
  expect(matching([job('J1', 1, 'Dock 4')], text)).toHaveLength(fits ? 1 : 0);
});
