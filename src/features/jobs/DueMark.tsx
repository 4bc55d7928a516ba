import { lazy, Suspense } from 'react';
import type { Job } from '../../contract/job.ts';

const DueBadge = lazy(() => import('./due/DueBadge.tsx').then((module) => ({ default: module.DueBadge })));

/** When a job of a list is due; its code is loaded with the first job that has a due date. */
export function DueMark({ job }: { job: Job }) {
  return <Suspense>{job.due && <DueBadge job={job} />}</Suspense>;
}
