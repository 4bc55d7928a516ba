import type { Job } from '../../../contract/job.ts';

type Page = { items: readonly Job[] };

/**
 * Makes one list of the pages read so far. A job that moved between two pages while they were read is in it once. Of pages
 * that only became more, the new ones are looked at: a list of thousands grows by fifty at a time.
 *
 * @returns the joiner; its answer is another list each time
 */
export function pagesJoiner(): (pages: readonly Page[]) => readonly Job[] {
  let joined: readonly Page[] = [];
  let jobs: readonly Job[] = [];
  let ids = new Set<string>();
  return (pages) => {
    if (joined.some((page, at) => page !== pages[at])) {
      joined = jobs = [];
      ids = new Set();
    }
    const more = pages.slice(joined.length).flatMap(({ items }) => items);
    jobs = jobs.concat(more.filter(({ jobId }) => !ids.has(jobId) && ids.add(jobId)));
    joined = pages;
    return jobs;
  };
}
