import type { QueryCacheNotifyEvent } from '@tanstack/react-query';
import { queryClient } from '../api/queries.ts';
import type { StaffNotes } from '../api/readNotes.ts';
import { apply, type Change, conversationReadAt, notesReadAt } from '../cache/apply.ts';
import type { ResponseOf } from '../contract/calls.ts';
import type { Message } from '../contract/message.ts';
import { createEvent } from '../store.ts';
import type { Outbox } from './Outbox.ts';
import type { OutboxRecord } from './records/record.ts';
import { discardedRecords, onWaitingChange, recordsOwner } from './records/waiting.ts';

type Records = readonly OutboxRecord[];

/** Returns what the response to a record says of jobs, messages, staff notes and checklists. */
export function changeOf({ kind, jobId }: Pick<OutboxRecord, 'kind' | 'jobId'>, response: unknown): Change {
  switch (kind) {
    case 'message': {
      const { communication, job } = response as ResponseOf<'updateJob'>;
      if (!communication) return { kind: 'job-changed', job };
      return { kind: 'message-created', jobId, message: communication, job };
    }
    case 'toggle': {
      const { communicationId, status } = response as ResponseOf<'markMessage'>;
      return { kind: 'message-status', jobId, communicationId, status };
    }
    case 'note':
      return { kind: 'note-created', jobId, note: response as ResponseOf<'addStaffNote'> };
    case 'report':
      return { kind: 'job-created', job: response as ResponseOf<'reportJob'> };
    case 'update':
      return { kind: 'job-changed', job: (response as ResponseOf<'updateJob'>).job };
    case 'shot':
      return { kind: 'checklists-changed', shots: response as ResponseOf<'saveShot'> };
  }
}

/** Applies the response to a record. */
export function applyDelivered(record: Pick<OutboxRecord, 'kind' | 'jobId'>, response: unknown): void {
  apply(changeOf(record, response));
  if (record.kind === 'message') addressedChanges(record.jobId, response).forEach(apply);
}

/** Returns what the response to a message says of those that it marked. */
function addressedChanges(jobId: string, response: unknown): Change[] {
  const { addressed = [] } = response as ResponseOf<'updateJob'>;
  return addressed.map((communicationId) => ({
    kind: 'message-status',
    jobId,
    communicationId,
    status: 'ADDRESSED',
  }));
}

const refused = createEvent<[record: OutboxRecord]>();

/** Calls back once in every window for each record that is refused. @returns what stops it */
export const onRefused = refused.subscribe;

/**
 * Applies what any page or the worker has delivered, and removes acknowledged records once a read shows their messages or notes.
 *
 * @returns what stops it
 */
export function followDeliveries(outbox: Outbox): () => void {
  /** Records whose response this page has, by `seq`: nothing needs to be read again. */
  const answered = new Set<number>();
  const stops = [
    outbox.onDelivered((record, { answer }) => {
      if (answer === null) return;
      answered.add(record.seq);
      applyDelivered(record, answer);
    }),
    onWaitingChange((now, before) => {
      if (before === null || before === now) return;
      for (const record of arrivedElsewhere(now, before)) {
        if (!answered.delete(record.seq)) applyArrived(record, now);
      }
      for (const record of newlyRefused(now, before)) {
        if (record.kind === 'toggle') apply({ kind: 'messages-outdated', jobId: record.jobId });
        refused.emit(record);
      }
    }),
    queryClient.getQueryCache().subscribe((event) => {
      if (isPostsRead(event)) link(outbox, event);
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Applies what another page or the worker sent; a deleted record ends here too. */
function applyArrived(record: OutboxRecord, now: Records): void {
  const { kind, jobId, state, seq, ack } = record;
  if (kind === 'toggle') {
    const { communicationId, target } = record.payload;
    const isReplaced = now.some(
      (other) => other.kind === 'toggle' && other.payload.communicationId === communicationId,
    );
    const isDelivered = state !== 'failed' && !discardedRecords().has(seq) && !isReplaced;
    // A toggle that was given up must not show its target.
    if (isDelivered) apply({ kind: 'message-status', jobId, communicationId, status: target });
  }
  if (kind === 'message' && state === 'acked') addressedChanges(jobId, record.payload).forEach(apply);
  if (kind === 'message' || kind === 'toggle') apply({ kind: 'messages-outdated', jobId });
  // Without a job: the checklists.
  else apply({ kind: 'job-outdated', jobId: jobId || (ack?.serverId ?? '') });
}

function arrivedElsewhere(now: Records, before: Records): OutboxRecord[] {
  const left = new Map(now.map((record) => [record.seq, record]));
  return before.flatMap((record) => {
    if (record.state === 'acked') return [];
    const after = left.get(record.seq);
    if (!after) return record;
    return after.state === 'acked' ? after : [];
  });
}

function newlyRefused(now: Records, before: Records): OutboxRecord[] {
  const refused = new Set(before.flatMap(({ state, clientId }) => (state === 'failed' ? clientId : [])));
  return now.filter(({ state, clientId }) => state === 'failed' && !refused.has(clientId));
}

type Read = Extract<QueryCacheNotifyEvent, { query: unknown }>;

/** Whether a conversation, or the staff notes of a job, were read from the network, or restored from the device. */
function isPostsRead(event: QueryCacheNotifyEvent): event is Read {
  const [name] = event.query.queryKey;
  if (name !== 'conversation' && name !== 'staffNotes') return false;
  if (event.type === 'added') return event.query.state.data !== undefined;
  if (event.type !== 'updated') return false;
  return event.action.type === 'setState' || (event.action.type === 'success' && !event.action.manual);
}

function link(outbox: Outbox, { query }: Read): void {
  const [name, jobId] = query.queryKey;
  const { data } = query.state;
  const owner = recordsOwner();
  if (typeof jobId !== 'string' || !owner || !data) return;
  const linking =
    name === 'staffNotes'
      ? outbox.link(owner.uid, jobId, (data as StaffNotes).items, notesReadAt(jobId), 'note')
      : outbox.link(owner.uid, jobId, data as Message[], conversationReadAt(jobId));
  linking.catch(() => undefined);
}
