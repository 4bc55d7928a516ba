import { shownNameOf } from '../api/attachments.ts';
import { callForBlob } from '../api/downloads.ts';
import { pathOf } from '../contract/calls.ts';
import type { Shot } from '../contract/jobs/checklist.ts';
import type { JobDetails } from '../contract/jobs/jobDetails.ts';

/** A file of a job, and how it is fetched. */
export type OfflineFile = {
  name: string;
  path: string;
  bytes: number;
  read: (signal: AbortSignal | undefined) => Promise<Blob>;
};

/** Returns the files of a job: its own, those of its conversation, its deliverables, and the examples of the photos it needs. */
export function filesOfJob(job: JobDetails, shots: readonly Shot[] = []): OfflineFile[] {
  const deliverables = job.deliverables.flatMap(({ file, report }) => [file ?? [], report ?? []].flat());
  const byPath = new Map<string, OfflineFile>();
  const services = new Set(job.jobEVService.flatMap(({ evServices }) => evServices));
  const examples = shots.flatMap(({ service, example }) => (services.has(service) && example ? example : []));
  for (const file of [...job.attachments, ...deliverables, ...examples]) {
    const params = { key: file.key, fileName: file.fileName };
    byPath.set(pathOf('attachment', params), {
      name: shownNameOf(file),
      path: pathOf('attachment', params),
      bytes: file.size,
      read: (signal) => callForBlob('attachment', { params, fresh: true, signal }, file.size),
    });
  }
  return [...byPath.values()];
}
