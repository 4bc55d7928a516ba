import { pageOutbox } from './pageOutbox.ts';
import { recordsOwner } from './records/waiting.ts';
import { isJobRecord, type JobRecord } from './records/waitingJobs.ts';

/** What a user decides about a queued new job or change of a job. */

/** Reads a queued record by its place, which stays the same when it is edited; null when it is queued no longer. */
export async function jobRecord(seq: number): Promise<JobRecord | null> {
  const record = (await pageOutbox().records(ownerUid())).find((one) => one.seq === seq);
  return record && isJobRecord(record) && record.state !== 'acked' ? record : null;
}

function ownerUid(): string {
  return recordsOwner()?.uid ?? '';
}

/** Tries again now, under the same key. @throws OutboxError `gone` or `being-sent` */
export function retryJob({ clientId }: JobRecord): Promise<void> {
  return pageOutbox().retry(ownerUid(), clientId);
}

/** Pauses it while it is changed. @throws OutboxError `gone` or `being-sent` */
export function pauseJob({ clientId }: JobRecord): Promise<void> {
  return pageOutbox().pause(ownerUid(), clientId);
}

/**
 * Deletes it.
 *
 * @returns what puts it back in its place
 * @throws OutboxError `gone` or `being-sent`
 */
export function discardJob(record: JobRecord): Promise<() => Promise<void>> {
  return pageOutbox().discardWithUndo(record);
}

/** Returns its files as they were chosen; null when bytes are missing. */
export async function filesOfJob(record: JobRecord): Promise<File[] | null> {
  const stored = await pageOutbox().files(record);
  return (
    stored?.map(
      ({ chunks, type, name }, n) => new File([...chunks], record.files[n]?.chosenName ?? name, { type }),
    ) ?? null
  );
}
