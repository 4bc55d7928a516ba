import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Job } from '../../../contract/jobs/job.ts';
import { maxJobsAtOnce } from '../../../contract/limits.ts';

const nothing: ReadonlySet<string> = new Set();

/** Returns as many as can be changed at once, the first ones of the list. */
function capped(jobs: readonly Job[], ids: ReadonlySet<string>): ReadonlySet<string> {
  const listed = jobs.filter((job) => ids.has(job.jobId));
  return new Set(listed.slice(0, maxJobsAtOnce).map((job) => job.jobId));
}

/** Returns the listed jobs from one to the other, both included. */
function between(jobs: readonly Job[], one: string, other: string): string[] {
  const ends = [one, other].map((id) => jobs.findIndex((job) => job.jobId === id));
  if (ends.includes(-1)) return [other];
  return jobs.slice(Math.min(...ends), Math.max(...ends) + 1).map((job) => job.jobId);
}

/** The selection of listed jobs that are to be changed together. A job that leaves the list leaves the selection. */
export function useSelection(jobs: readonly Job[]) {
  const [ids, setIds] = useState(nothing);
  const listed = useRef(jobs);
  const lastPicked = useRef('');
  useLayoutEffect(() => {
    listed.current = jobs;
  }, [jobs]);

  /** Selects or unselects a job; with `range`, all from the job picked before to this one. */
  const pick = useCallback((jobId: string, range: boolean) => {
    const picked = range ? between(listed.current, lastPicked.current, jobId) : [jobId];
    lastPicked.current = jobId;
    setIds((before) => {
      const after = new Set(before);
      for (const id of picked) {
        if (before.has(jobId)) after.delete(id);
        else after.add(id);
      }
      return capped(listed.current, after);
    });
  }, []);
  const choose = useCallback((chosen: readonly Job[]) => {
    setIds(capped(listed.current, new Set(chosen.map((job) => job.jobId))));
  }, []);
  const chosen = useMemo(() => (ids.size > 0 ? jobs.filter((job) => ids.has(job.jobId)) : []), [jobs, ids]);
  return { chosen, ids, pick, choose };
}

export type Selection = ReturnType<typeof useSelection>;
