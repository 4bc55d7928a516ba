import { counted } from '../../../format/counted.ts';
import { clockTime } from '../../../format/date.ts';
import { fileSize } from '../../../format/fileSize.ts';
import type { OfflineJob } from '../../../offline/offlineJobs.ts';
import type { OpenJobsState } from '../../../offline/openJobs.ts';

/** Returns "12 jobs, 84 MB, updated 9:02 AM", or "5 of 12 jobs, 40 MB" while some are missing. @param now milliseconds */
export function openJobsText(
  { listed, state }: Pick<OpenJobsState, 'listed' | 'state'>,
  saved: ReadonlyMap<string, OfflineJob>,
  now: number,
): string {
  const { jobIds, isCut, at } = listed;
  if (jobIds.length === 0) {
    if (state === 'updating') return 'Updating…';
    return at > 0 ? `No open jobs, checked ${clockTime(at, now)}.` : 'Nothing saved yet.';
  }
  const jobs = jobIds.flatMap((jobId) => saved.get(jobId) ?? []);
  const isSaved = ({ at }: OfflineJob) => at > 0;
  const ready = jobs.filter(isSaved).length;
  const count =
    ready === jobIds.length ? counted(ready, 'job') : `${ready} of ${counted(jobIds.length, 'job')}`;
  const bytes = jobs.reduce((sum, job) => sum + job.bytes, 0);
  const when =
    state === 'updating' ? 'updating…' : at > 0 ? `updated ${clockTime(at, now)}.` : 'not complete yet.';
  const cut = isCut ? ` Only the ${jobIds.length} most recently updated jobs are included.` : '';
  return `${count}, ${fileSize(bytes)}, ${when}${cut}`;
}

const pauses: Partial<Record<OpenJobsState['state'], string>> = {
  metered: 'Paused on mobile data or with data saver on. Continues on Wi-Fi.',
  slow: 'Paused on a slow connection.',
  offline: 'Continues when you’re back online.',
  sending: 'Continues after your items are sent.',
  full: 'Paused: not enough storage on this device.',
};

/** Says why nothing is downloaded at the moment; undefined when nothing has to be. */
export function pauseText(state: OpenJobsState['state']): string | undefined {
  return pauses[state];
}
