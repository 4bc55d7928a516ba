import type { QueryClient } from '@tanstack/react-query';

export type KnownJob = { project: string; jobCode: string };

type Listed = Partial<KnownJob> & { jobId?: unknown };
type QueryData = Listed | readonly Listed[] | { pages: readonly { items: readonly Listed[] }[] };

/** Returns the jobs in the data of a query: a job, a conversation, or the pages of a list. */
function jobsIn(data: QueryData): readonly Listed[] {
  if (Array.isArray(data)) return data;
  if ('pages' in data) return data.pages.flatMap((page) => page.items);
  return [data as Listed];
}

const callNames = ['job', 'jobs', 'searchJobs', 'allMessages', 'conversation'];

/** Finds the names of jobs in the query cache, for there may be no connection to load them. */
export function knownJobs(client: QueryClient, jobIds: ReadonlySet<string>): ReadonlyMap<string, KnownJob> {
  const known = new Map<string, KnownJob>();
  for (const name of callNames) {
    for (const [, data] of client.getQueriesData<QueryData>({ queryKey: [name] })) {
      for (const { jobId, project = '', jobCode = '' } of data ? jobsIn(data) : []) {
        if (typeof jobId !== 'string' || !jobIds.has(jobId) || known.has(jobId)) continue;
        if (project || jobCode) known.set(jobId, { project, jobCode });
      }
    }
  }
  return known;
}
