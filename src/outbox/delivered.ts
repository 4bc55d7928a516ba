import type { QueryCacheNotifyEvent } from '@tanstack/react-query';
import { conversationReadAt, queryClient } from '../api/queries.ts';
import type { AnswerOf } from '../contract/calls.ts';
import type { Message } from '../contract/message.ts';
import {
  holdReadings,
  jobArrived,
  jobWritten,
  messageArrived,
  messageMarked,
  messageSent,
  showMarks,
} from './caches.ts';
import type { Outbox } from './Outbox.ts';
import { readAgain as readWaiting } from './pageOutbox.ts';
import type { OutboxRecord } from './record.ts';
import { takeMarkBack, targetsOf } from './sendMessages.ts';
import { onWaitingChange, recordsOwner, waitingRecords } from './waiting.ts';

type Records = readonly OutboxRecord[];

const refusalListeners = new Set<(record: OutboxRecord) => void>();

/** Told when something that waited turns out to be refused, in every window once. @returns what stops it */
export function onRefused(listener: (record: OutboxRecord) => void): () => void {
  refusalListeners.add(listener);
  return () => refusalListeners.delete(listener);
}

/**
 * Brings what the app has read up to date with what arrives, whoever sent it, and keeps the marks that wait on the screen
 * while older readings come back.
 *
 * @returns what stops it
 */
export function followDeliveries(outbox: Outbox): () => void {
  /** By `seq`: answered here, so that nobody has to ask again. */
  const answered = new Set<number>();
  const stops = [
    outbox.onDelivered((record, { answer }) => {
      if (answer === null) return;
      answered.add(record.seq);
      // First what waits is known to have arrived: the message and its echo are never seen together.
      if (record.kind === 'message') void readWaiting().then(() => show(record, answer));
      else show(record, answer);
    }),
    onWaitingChange((now, before) => {
      showMarks(targetsOf(now));
      if (before === null) return;
      for (const record of arrivedElsewhere(now, before)) {
        if (!answered.delete(record.seq)) readAgain(record);
      }
      for (const record of newlyRefused(now, before)) {
        if (record.kind === 'toggle') takeMarkBack(record);
        for (const listener of refusalListeners) listener(record);
      }
    }),
    queryClient.getQueryCache().subscribe((event) => {
      if (isReading(event)) onRead(outbox, event);
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

function show(record: OutboxRecord, answer: unknown): void {
  switch (record.kind) {
    case 'message': {
      const { communication, job } = answer as AnswerOf<'updateJob'>;
      void messageSent(record.jobId, communication, job);
      return;
    }
    case 'toggle': {
      const { communicationId, status } = answer as AnswerOf<'markMessage'>;
      void holdReadings(record.jobId);
      showMarks(new Map([[communicationId, status]]));
      showMarks(targetsOf(waitingRecords().filter(({ seq }) => seq > record.seq)));
      messageMarked(record.jobId);
      return;
    }
    case 'report':
      jobWritten(answer as AnswerOf<'reportJob'>);
      return;
    case 'update':
      jobWritten((answer as AnswerOf<'updateJob'>).job);
  }
}

/** Another page or the worker sent it, or it was found by looking; a record that is given up ends here too. */
function readAgain(record: OutboxRecord): void {
  if (record.kind === 'message') messageArrived(record.jobId);
  else if (record.kind === 'toggle') messageMarked(record.jobId);
  else jobArrived(record.jobId || (record.ack?.serverId ?? ''));
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

type Reading = Extract<QueryCacheNotifyEvent, { query: unknown }>;

/** Data that came from outside: read, or found on the device. */
function isReading(event: QueryCacheNotifyEvent): event is Reading {
  const [name] = event.query.queryKey;
  if (name !== 'conversation' && name !== 'allMessages') return false;
  if (event.type === 'added') return event.query.state.data !== undefined;
  if (event.type !== 'updated') return false;
  return event.action.type === 'setState' || (event.action.type === 'success' && !event.action.manual);
}

function onRead(outbox: Outbox, { query }: Reading): void {
  showMarks(targetsOf(waitingRecords()));
  const [name, jobId] = query.queryKey;
  const owner = recordsOwner();
  const conversation = query.state.data as Message[] | undefined;
  if (name !== 'conversation' || typeof jobId !== 'string' || !owner || !conversation) return;
  outbox.link(owner.uid, jobId, conversation, conversationReadAt(jobId)).catch(() => undefined);
}
