import { counted } from '../../../format/counted.ts';
import { clockTime } from '../../../format/date.ts';
import type { OfflineJob } from '../../../offline/offlineJobs.ts';
import type { OfflineJobs } from '../../../offline/shownOfflineJobs.ts';

/** Returns "10:42 AM", "10:42 AM · 2 files missing", "Downloading, 40%", or why the download waits. */
export function offlineJobText(job: OfflineJob, { working, halted }: OfflineJobs): string {
  const missing = job.open?.skipped.length ?? 0;
  if (job.at > 0) return clockTime(job.at) + (missing > 0 ? ` · ${counted(missing, 'file')} missing` : '');
  if (halted === 'full') return 'Not enough storage';
  if (halted === 'offline') return 'Waiting for a connection';
  if (working !== job.jobId || job.totalBytes === 0) return 'Waiting to download';
  return `Downloading, ${Math.floor((100 * job.bytes) / job.totalBytes)}%`;
}
