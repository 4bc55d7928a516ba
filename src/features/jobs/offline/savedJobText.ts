import type { SavedJob } from '../../../cache/savedJobs.ts';
import { clockTime } from '../../../format/date.ts';
import type { SavedJobs } from '../../../session/savedForOffline.ts';

/** Said until the service worker controls the page: shortly after the first visit, and on the development server. */
export const notYetPossible =
  'The app is still being put on this device. Try again in a moment, or reload the page.';

/** "Ready offline, as of 10:42", "Fetching, 40 %", "Waits for a signal". */
export function savedJobText(job: SavedJob, { working, halted }: SavedJobs): string {
  if (job.at > 0) return `Ready offline, as of ${clockTime(job.at)}`;
  if (halted === 'full') return 'No room left on this device';
  if (halted === 'offline') return 'Waits for a signal';
  if (working !== job.jobId || job.totalBytes === 0) return 'Next to be fetched';
  return `Fetching, ${Math.floor((100 * job.bytes) / job.totalBytes)} %`;
}
