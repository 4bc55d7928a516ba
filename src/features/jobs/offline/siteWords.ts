import type { SavedJob } from '../../../cache/savedJobs.ts';
import { clockTime } from '../../../format/date.ts';
import { fileSize } from '../../../format/fileSize.ts';
import type { SavedJobs } from '../../../session/savedForOffline.ts';
import type { SavedSize } from '../../../session/saveForOffline.ts';
import { jobsWords } from '../bulk/bulkWords.ts';

/** The first visit's first moments, and the development server. */
export const notYetPossible =
  'The app is still being put on this device. Try again in a moment, or reload the page.';

function filesWords(files: number): string {
  return files === 1 ? '1 file' : `${files} files`;
}

/** "3 jobs with their conversations and 12 files, 34 MB". */
export function sizeWords({ jobs, files, bytes }: SavedSize): string {
  const conversations = jobs === 1 ? 'its conversation' : 'their conversations';
  return `${jobsWords(jobs)} with ${conversations} and ${filesWords(files)}, ${fileSize(bytes)}`;
}

/** Whether what is asked for fits into what the device still gives. */
export function fits({ bytes, left }: SavedSize): boolean {
  return left === null || bytes <= left;
}

/** How far a job is: "Ready offline, as of 10:42", "Fetching 40 %", "Waits for a signal". */
export function preparedWords(job: SavedJob, { working, halted }: SavedJobs, now = Date.now()): string {
  if (job.at > 0) return `Ready offline, as of ${clockTime(job.at, now)}`;
  if (halted === 'full') return 'No room left on this device';
  if (halted === 'offline') return 'Waits for a signal';
  if (working !== job.jobId || job.totalBytes === 0) return 'Next to be fetched';
  return `Fetching, ${Math.floor((100 * job.bytes) / job.totalBytes)} %`;
}
