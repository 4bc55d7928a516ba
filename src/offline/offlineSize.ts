import { call } from '../api/client.ts';
import { storageLeft } from '../api/storageLeft.ts';
import { filesOfJob } from './jobFiles.ts';

/** Bytes that stay free for drafts and the outbox. */
const reservedBytes = 50 * 1024 * 1024;

/** The size of the files that saving would fetch. */
export type OfflineSize = {
  jobs: number;
  files: number;
  bytes: number;
  /** Free bytes; null where the browser does not say. */
  left: number | null;
};

/** Measures the files of each job. @param onProgress called with the number of measured jobs @throws ApiError */
export async function measureJobs(
  jobIds: readonly string[],
  onProgress: (done: number) => void,
  signal: AbortSignal,
): Promise<OfflineSize> {
  let files = 0;
  let bytes = 0;
  for (const [at, jobId] of jobIds.entries()) {
    const targets = filesOfJob(await call('job', { params: { jobId }, fresh: true, signal }));
    files += targets.length;
    bytes += targets.reduce((sum, target) => sum + target.bytes, 0);
    onProgress(at + 1);
  }
  return { jobs: jobIds.length, files, bytes, left: await usableBytes() };
}

/** Returns the bytes that saving may still take; null where the browser does not say. */
export async function usableBytes(): Promise<number | null> {
  const left = await storageLeft();
  return left === null ? null : Math.max(0, left - reservedBytes);
}
