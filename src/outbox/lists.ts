import type { InfiniteData } from '@tanstack/react-query';
import * as v from 'valibot';
import { isShort, jobQuery, queryClient } from '../api/queries.ts';
import { Job } from '../contract/job.ts';
import type { JobDetails } from '../contract/jobDetails.ts';
import { notTooOften } from './notTooOften.ts';

type Pages = InfiniteData<{ items: Job[]; startAfter: string | null }>;

const jobLists = { predicate: ({ queryKey: [name] }: { queryKey: readonly unknown[] }) => isJobList(name) };

function isJobList(name: unknown): boolean {
  return name === 'jobs' || name === 'searchJobs';
}

const movedNames = ['allMessages', 'jobs', 'searchJobs', 'userStats', 'stats'];

/**
 * Lists and counts that a change of messages or jobs may have moved. Of those on screen, counts and short lists are read
 * again at once; a long one is hundreds of requests, so it stays until somebody asks for it anew.
 */
export function refreshLists(): void {
  for (const name of movedNames)
    void queryClient.invalidateQueries({ queryKey: [name], refetchType: 'none' });
  notTooOften('lists', () => {
    for (const name of movedNames) {
      void queryClient.refetchQueries({ queryKey: [name], type: 'active', predicate: isShort });
    }
  });
}

const soonMs = 300;
/** A queue that leaves brings several changes a second; reading after each would keep the line from the sending. */
const restMs = 3000;
let isSoon = false;
let readAt = Number.NEGATIVE_INFINITY;

/** As `refreshLists`, once for all that arrives in a moment: many changes come one right after the other. */
export function refreshListsSoon(): void {
  if (isSoon) return;
  isSoon = true;
  setTimeout(
    () => {
      isSoon = false;
      readAt = performance.now();
      refreshLists();
    },
    Math.max(soonMs, readAt + restMs - performance.now()),
  );
}

/** Shows a job as it is now in every list that has it, without reading any list again. */
export function showJob(job: JobDetails): void {
  const listed = v.parse(Job, job);
  queryClient.setQueriesData<Pages>(jobLists, (known) => known && withJob(known, listed));
}

/** A job as some list has it, for what can be done before the job itself was read. */
export function listedJob(jobId: string): Job | undefined {
  const lists = queryClient.getQueriesData<Pages>(jobLists);
  return lists
    .flatMap(([, known]) => known?.pages.flatMap(({ items }) => items) ?? [])
    .find((job) => job.jobId === jobId);
}

/** Pages without the job stay the very same, so that no row of theirs is drawn again. */
function withJob(lists: Pages, job: Job): Pages {
  const pages = lists.pages.map((page) => {
    const at = page.items.findIndex(({ jobId }) => jobId === job.jobId);
    return at < 0 ? page : { ...page, items: page.items.with(at, job) };
  });
  return { ...lists, pages };
}

function isInLongList(jobId: string): boolean {
  const lists = queryClient.getQueryCache().findAll({ ...jobLists, type: 'active' });
  return lists.some((query) => {
    const { data } = query.state as { data?: Pages };
    return (
      !isShort(query) && data?.pages.some(({ items }) => items.some((job) => job.jobId === jobId)) === true
    );
  });
}

/** Brings the count of new messages of one row of a long list up to date, by reading that one job. */
export async function refreshListedJob(jobId: string): Promise<void> {
  if (!isInLongList(jobId)) return;
  const job = await queryClient.fetchQuery({ ...jobQuery(jobId), staleTime: 0 }).catch(() => undefined);
  if (job) showJob(job);
}
