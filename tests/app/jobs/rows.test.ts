import { describe, expect, it } from 'vitest';
import type { Job } from '../../../src/contract/jobs/job.ts';
import { joinPages } from '../../../src/features/jobs/list/useJobList.ts';
import { job } from '../../support/app/fakeBackend.ts';

describe('the list of the pages read so far', () => {
  const page = (...ids: string[]) => ({ items: ids.map((jobId): Job => ({ ...job, jobId })) });
  const idsOf = (jobs: readonly Job[]) => jobs.map(({ jobId }) => jobId);

  it('grows by the new rows of a new page and does not change the earlier list', () => {
    const first = page('J1', 'J2');
    const before = joinPages([first]);
    const after = joinPages([first, page('J2', 'J3')]);
    expect(idsOf(after)).toEqual(['J1', 'J2', 'J3']);
    expect(idsOf(before)).toEqual(['J1', 'J2']);
    expect(after[0]).toBe(before[0]);
  });

  it('is rebuilt when an earlier page was read again, and when there are fewer pages', () => {
    const second = page('J3');
    joinPages([page('J1', 'J2'), second]);
    expect(idsOf(joinPages([page('J2', 'J9'), second]))).toEqual(['J2', 'J9', 'J3']);
    expect(idsOf(joinPages([page('J9')]))).toEqual(['J9']);
    expect(idsOf(joinPages([]))).toEqual([]);
  });
});
