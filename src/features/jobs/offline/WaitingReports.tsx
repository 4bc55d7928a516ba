import { lazy, Suspense } from 'react';
import { useWaitingJobs } from './useWaitingJobs.ts';

const ReportsNotSent = lazy(() =>
  import('./ReportsNotSent.tsx').then((module) => ({ default: module.ReportsNotSent })),
);

/** New jobs that are not sent yet, above the list they will be in. */
export function WaitingReports() {
  const reports = useWaitingJobs().filter(({ kind }) => kind === 'report');
  return <Suspense>{reports.length > 0 && <ReportsNotSent reports={reports} />}</Suspense>;
}
