import { pageOutbox } from './pageOutbox.ts';
import { recordsOwner } from './records/waiting.ts';
import type { JobRecord } from './records/waitingJobs.ts';

/** What a person decides about a new job or a change of one that waits on this device. */

/** A waiting record by its place in the line, which stays the same when it is changed; null when it waits no longer. */
export async function jobRecord(seq: number): Promise<JobRecord | null> {
  const record = (await pageOutbox().records(ownerUid())).find((one) => one.seq === seq);
  if (record?.kind !== 'report' && record?.kind !== 'update') return null;
  return record.state === 'acked' ? null : record;
}

function ownerUid(): string {
  return recordsOwner()?.uid ?? '';
}

/** Tries again now, under the same key. @throws OutboxError `gone` or `being-sent` */
export function retryJob({ clientId }: JobRecord): Promise<void> {
  return pageOutbox().retry(ownerUid(), clientId);
}

/** Keeps it back while it is changed. @throws OutboxError `gone` or `being-sent` */
export function holdJob({ clientId }: JobRecord): Promise<void> {
  return pageOutbox().hold(ownerUid(), clientId);
}

/**
 * Takes it out of the outbox.
 *
 * @returns what puts it back, at the end of its line
 * @throws OutboxError `gone` or `being-sent`
 */
export async function discardJob(record: JobRecord): Promise<() => Promise<void>> {
  const owner = recordsOwner();
  const outbox = pageOutbox();
  const kept = await outbox.files(record);
  await outbox.discard(ownerUid(), record.clientId);
  return async () => {
    if (!owner) return;
    const files = (kept ?? []).map((file, n) => ({
      ...file,
      name: record.files[n]?.chosenName ?? file.name,
      sha256: record.files[n]?.sha256 ?? '',
    }));
    const context = 'context' in record ? { context: record.context } : {};
    const { jobId, payload } = record;
    if (record.kind === 'report')
      await outbox.send(owner, { kind: 'report', payload: record.payload, ...context }, files);
    else await outbox.send(owner, { kind: 'update', jobId, payload: payload as never, ...context }, files);
  };
}

/** Its files as they were chosen; null when bytes are missing. */
export async function filesOfJob(record: JobRecord): Promise<File[] | null> {
  const kept = await pageOutbox().files(record);
  return (
    kept?.map(
      ({ chunks, type, name }, n) => new File([...chunks], record.files[n]?.chosenName ?? name, { type }),
    ) ?? null
  );
}
