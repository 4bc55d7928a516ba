import { clockTime } from '../../../format/date.ts';
import type { OfflineJob } from '../../../offline/offlineJobs.ts';
import type { OfflineJobs } from '../../../offline/shownOfflineJobs.ts';

/** Shown until the service worker controls the page: shortly after the first visit, and on the development server. */
export const notYetPossible =
  'EV Jobs is still downloading to this device. Try again in a moment, or reload the page.';

/** Returns "Available offline · 10:42 AM", "Downloading, 40%", or why the download waits. */
export function offlineJobText(job: OfflineJob, { working, halted }: OfflineJobs): string {
  if (job.at > 0) return `Available offline · ${clockTime(job.at)}`;
  if (halted === 'full') return 'Not enough storage';
  if (halted === 'offline') return 'Waiting for a connection';
  if (working !== job.jobId || job.totalBytes === 0) return 'Waiting to download';
  return `Downloading, ${Math.floor((100 * job.bytes) / job.totalBytes)}%`;
}
