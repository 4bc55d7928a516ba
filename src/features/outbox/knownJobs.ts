import type { QueryClient } from '@tanstack/react-query';

export type KnownJob = { project: string; jobCode: string };

type Listed = Partial<KnownJob> & { jobId?: unknown };
type Shown = Listed | readonly Listed[] | { pages: readonly { items: readonly Listed[] }[] };

/** What a reading says of jobs: a job, a conversation, or the pages of a list. */
function listedIn(data: Shown): readonly Listed[] {
  if (Array.isArray(data)) return data;
  if ('pages' in data) return data.pages.flatMap((page) => page.items);
  return [data as Listed];
}

const readings = ['job', 'jobs', 'searchJobs', 'allMessages', 'conversation'];

/** What jobs are called, as far as anything that was read says it: without a network there is nobody to ask. */
export function knownJobs(client: QueryClient, jobIds: ReadonlySet<string>): ReadonlyMap<string, KnownJob> {
  const known = new Map<string, KnownJob>();
  for (const name of readings) {
    for (const [, data] of client.getQueriesData<Shown>({ queryKey: [name] })) {
      for (const { jobId, project = '', jobCode = '' } of data ? listedIn(data) : []) {
        if (typeof jobId !== 'string' || !jobIds.has(jobId) || known.has(jobId)) continue;
        if (project || jobCode) known.set(jobId, { project, jobCode });
      }
    }
  }
  return known;
}
