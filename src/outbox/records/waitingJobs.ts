import { createEvent } from '../../store.ts';
import type { OutboxRecord, RecordOf } from './record.ts';
import { onWaitingChange, waitingRecords } from './waiting.ts';

/** Queued new jobs and changes of jobs, as screens show them. */

export type JobRecord = RecordOf<'report' | 'update' | 'due' | 'assignment'>;

const jobKinds: readonly OutboxRecord['kind'][] = [
  'report',
  'update',
  'due',
  'assignment',
] satisfies JobRecord['kind'][];

function isJobRecord(record: OutboxRecord): record is JobRecord {
  return jobKinds.includes(record.kind);
}

/** Records that their open form shows itself, by `clientId`. */
const attended = new Set<string>();
const released = createEvent();
/** The records that `shown` was computed from, so that it stays the same array until something changes. */
let read: readonly OutboxRecord[] | null = null;
let shown: readonly JobRecord[] = [];

/** Hides a record that its form shows. @returns a function that ends it */
export function hideWhileOpen(clientId: string): () => void {
  attended.add(clientId);
  return () => {
    attended.delete(clientId);
    read = null;
    released.emit();
  };
}

function isShown(record: OutboxRecord): record is JobRecord {
  return isJobRecord(record) && record.state !== 'acked' && !attended.has(record.clientId);
}

/** Returns the waiting jobs and changes of jobs, oldest first, except those whose form is open. It is the same array until one changes. */
export function waitingJobs(): readonly JobRecord[] {
  const records = waitingRecords();
  if (records !== read) {
    read = records;
    const next = records.filter(isShown);
    if (next.length > 0 || shown.length > 0) shown = next;
  }
  return shown;
}

export function onWaitingJobsChange(listener: () => void): () => void {
  const stops = [released.subscribe(listener), onWaitingChange(listener)];
  return () => {
    for (const stop of stops) stop();
  };
}
