import { clockTime } from '../../format/date.ts';
import type { OutboxRecord } from '../../outbox/records/record.ts';
import { dueAt } from '../../outbox/sending/waits.ts';
import type { KnownJob } from './knownJobs.ts';

/** What a job is called where little may be known of it. */
export function jobTitle(job: KnownJob | undefined): string {
  return job ? job.project || `Job ${job.jobCode}` : 'A job not read on this device';
}

function payloadText(payload: object, field: string): string {
  const value: unknown = Reflect.get(payload, field);
  return typeof value === 'string' ? value : '';
}

/** What a record is, in a line: "New job Main Street", "Marked as addressed". Empty for a message: its text says it. */
export function kindWords(record: OutboxRecord, job: KnownJob | undefined): string {
  switch (record.kind) {
    case 'message':
      return '';
    case 'toggle':
      return record.payload.target === 'ADDRESSED' ? 'Marked as addressed' : 'Marked as new';
    case 'report': {
      const project = payloadText(record.payload, 'project');
      return `New job ${project || record.payload.jobCode}`;
    }
    case 'update':
      return `Change of ${jobTitle(job)}`;
  }
}

/** The text a person wrote and may want to take along. */
export function textOf(record: OutboxRecord): string {
  if (record.kind === 'message') return record.payload.content;
  if (record.kind === 'toggle') return '';
  return JSON.stringify(record.payload, null, 2);
}

type Circumstances = {
  now: number;
  reachable: boolean;
  /** It waits for another one, which its state says. */
  heldUp: boolean;
};

/** When it goes on by itself; empty where that needs no words, or a person. */
export function nextTryWords(record: OutboxRecord, { now, reachable, heldUp }: Circumstances): string {
  if (heldUp || (record.state !== 'queued' && record.state !== 'uncertain')) return '';
  if (!reachable) return 'as soon as the connection is back';
  const due = dueAt(record, now, false);
  if (due <= now) return '';
  const seconds = Math.ceil((due - now) / 1000);
  if (seconds < 60) return 'next try in less than a minute';
  return `next try at ${clockTime(due, now)}`;
}

/** Since when it waits. */
export function sinceWords({ createdAt }: Pick<OutboxRecord, 'createdAt'>, now: number): string {
  return `since ${clockTime(createdAt, now)}`;
}

/** Whether it can be changed before it goes: not once a request with it may have been carried out. */
export function mayEdit({ state, maybeSent }: Pick<OutboxRecord, 'state' | 'maybeSent'>): boolean {
  return state === 'failed' || state === 'blocked-auth' || (state === 'queued' && !maybeSent);
}
