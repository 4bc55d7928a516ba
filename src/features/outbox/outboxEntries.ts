import { clockTime } from '../../format/date.ts';
import { shownAs } from '../../outbox/kinds/shown.ts';
import type { OutboxRecord } from '../../outbox/records/record.ts';
import { heldMs } from '../../outbox/records/written.ts';
import { dueAt } from '../../outbox/sending/waits.ts';
import type { KnownJob } from './knownJobs.ts';

/** The records of one job, in the order of sending. A new job and a shot of a checklist are groups of their own. */
export type Group = { key: string; jobId: string; records: readonly OutboxRecord[] };

/** Groups what has not arrived by job. Jobs and their records are in the order of sending. */
export function groupsOf(records: readonly OutboxRecord[]): Group[] {
  const waiting = records.filter(({ state }) => state !== 'acked').toSorted((a, b) => a.seq - b.seq);
  const groups = Map.groupBy(waiting, ({ jobId, clientId }) => jobId || clientId);
  return [...groups].map(([key, records]) => ({ key, jobId: records[0]?.jobId ?? '', records }));
}

/** Names a job of which little may be cached. */
export function jobTitle(job: KnownJob | undefined): string {
  return job ? job.project || `Job ${job.jobCode}` : 'Job (details not on this device)';
}

/** Describes a record in one line: "New job: Main Street", "Marked as addressed". Empty for a message, whose text is shown. */
export function kindText(record: OutboxRecord, job: KnownJob | undefined): string {
  return shownAs(record).label(record.payload, jobTitle(job));
}

/** Returns what the user wrote, for the clipboard. */
export function textOf(record: OutboxRecord): string {
  const { copy, text } = shownAs(record);
  return (copy ?? text)(record.payload);
}

type Circumstances = {
  now: number;
  reachable: boolean;
  /** Another record goes first, which the state says. */
  isBlocked: boolean;
};

/** Says when the next try is; empty where the state says enough, or the user has to act. */
export function nextTryText(record: OutboxRecord, { now, reachable, isBlocked }: Circumstances): string {
  if (isBlocked || (record.state !== 'queued' && record.state !== 'uncertain')) return '';
  if (!reachable) return 'sends when you’re back online';
  const moment = { holder: '', at: now, elapsed: 0 };
  const due = dueAt(record, moment, false);
  if (due <= now) return '';
  const seconds = Math.ceil((due - now) / 1000);
  // It can still be undone.
  if (heldMs(record, moment) > 0) return 'sends in a moment';
  if (seconds < 60) return 'retrying in under a minute';
  return `retrying at ${clockTime(due, now)}`;
}

export function sinceText({ createdAt }: Pick<OutboxRecord, 'createdAt'>, now: number): string {
  return `since ${clockTime(createdAt, now)}`;
}

/** Tells whether a record can still be edited: not once a request with it may have arrived. */
export function mayEdit({ state, maybeSent }: Pick<OutboxRecord, 'state' | 'maybeSent'>): boolean {
  return state === 'failed' || state === 'blocked-auth' || (state === 'queued' && !maybeSent);
}
