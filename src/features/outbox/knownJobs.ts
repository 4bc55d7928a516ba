import type { QueryClient } from '@tanstack/react-query';
import { cachedItems } from '../../cache/cachedItems.ts';

export type KnownJob = { project: string; jobCode: string };

type Listed = Partial<KnownJob> & { jobId?: unknown };

const callNames = ['job', 'jobs', 'searchJobs', 'allMessages', 'conversation'];

/** Finds the names of jobs in the query cache, for there may be no connection to load them. */
export function knownJobs(client: QueryClient, jobIds: ReadonlySet<string>): ReadonlyMap<string, KnownJob> {
  const known = new Map<string, KnownJob>();
  const listed = callNames.flatMap((name) => cachedItems<Listed>(name, client));
  for (const { jobId, project = '', jobCode = '' } of listed) {
    if (typeof jobId !== 'string' || !jobIds.has(jobId) || known.has(jobId)) continue;
    if (project || jobCode) known.set(jobId, { project, jobCode });
  }
  return known;
}
