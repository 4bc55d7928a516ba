import type { Job } from './job.ts';

/** Whether documents of a job are stamped: it asks for a stamp, or for another one. */
export function isStamped({ category, jobEVService }: Pick<Job, 'category' | 'jobEVService'>): boolean {
  return [category, ...jobEVService.map((entry) => entry.category)].some(
    (one) => one === 'STAMP' || one === 'RE_STAMP',
  );
}
