import { lazyPart } from '../lazyPart.tsx';
import { useWaitingJobs } from './useWaitingJobs.ts';

const ReportsNotSent = lazyPart(() => import('./ReportsNotSent.tsx').then((module) => module.ReportsNotSent));

/** New jobs that are not sent yet, above the list they will be in. */
export function WaitingReports() {
  const reports = useWaitingJobs().filter(({ kind }) => kind === 'report');
  return reports.length > 0 && <ReportsNotSent reports={reports} />;
}
