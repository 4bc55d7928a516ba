import type { OutboxRecord } from '../../outbox/records/record.ts';

/** What waits for one job, in the order of sending. A new job is a group of its own. */
export type Group = { key: string; jobId: string; records: readonly OutboxRecord[] };

/** Everything that has not arrived, by job; jobs and what is in them in the order of sending. */
export function groupsOf(records: readonly OutboxRecord[]): Group[] {
  const groups = new Map<string, Group>();
  const waiting = records.filter(({ state }) => state !== 'acked').toSorted((a, b) => a.seq - b.seq);
  for (const record of waiting) {
    const key = record.jobId || record.clientId;
    const before = groups.get(key)?.records ?? [];
    groups.set(key, { key, jobId: record.jobId, records: [...before, record] });
  }
  return [...groups.values()];
}
