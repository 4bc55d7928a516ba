import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Job } from '../../../contract/job.ts';
import { maxJobsAtOnce } from '../../../contract/limits.ts';

const nothing: ReadonlySet<string> = new Set();

/** No more than can be changed at once; of too many, the first ones of the list. */
function capped(jobs: readonly Job[], ids: ReadonlySet<string>): ReadonlySet<string> {
  const listed = jobs.filter((job) => ids.has(job.jobId));
  return new Set(listed.slice(0, maxJobsAtOnce).map((job) => job.jobId));
}

/** The listed jobs from one to the other, both included. */
function between(jobs: readonly Job[], one: string, other: string): string[] {
  const ends = [one, other].map((id) => jobs.findIndex((job) => job.jobId === id));
  if (ends.includes(-1)) return [other];
  return jobs.slice(Math.min(...ends), Math.max(...ends) + 1).map((job) => job.jobId);
}

/** Which of the listed jobs are chosen, to be changed together. What leaves the list is chosen no more. */
export function useSelection(jobs: readonly Job[]) {
  const [ids, setIds] = useState(nothing);
  const listed = useRef(jobs);
  const lastPicked = useRef('');
  useLayoutEffect(() => {
    listed.current = jobs;
  }, [jobs]);

  /** Turns one job; `range` does the same to all from the job turned before to this one. */
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
