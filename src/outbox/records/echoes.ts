import type { Message } from '../../contract/message.ts';
import { likelyMatchOf, matchOf, type Posted } from '../sending/match.ts';
import { type SendState, sendStateOf } from '../sendState.ts';
import type { OutboxRecord, PostRecord } from './record.ts';

/** The server's clock and ours may differ by this much. */
const clockSlackSeconds = 120;

export type Echo<R extends PostRecord = Extract<PostRecord, { kind: 'message' }>> = {
  record: R;
  mark: SendState;
};

/** Applies queued statuses to messages. Messages without one, and a list without any, stay the same objects. */
export function withTargets<M extends Message>(
  messages: readonly M[],
  targets: ReadonlyMap<string, Message['status']>,
): readonly M[] {
  if (targets.size === 0) return messages;
  const next = messages.map((message) => {
    const status = targets.get(message.communicationId);
    return status === undefined || status === message.status ? message : { ...message, status };
  });
  return next.every((message, at) => message === messages[at]) ? messages : next;
}

/**
 * Returns the echoes beside a job's messages, or beside its staff notes: the records whose delivered message is not among them, in the order of sending. A
 * delivered message hides its echo at once, even while the request has no response.
 *
 * @param conversation as the server sent it, whole; for notes, those of the job
 * @param readBegunAt when the read of it began, milliseconds since 1970; 0 while there is none
 * @param records of the user
 * @param confirmedAt when a message was confirmed to this page other than by a read, milliseconds since 1970; 0 if it was not
 * @param kind of the records
 */
export function echoesOf<R extends PostRecord = Echo['record']>(
  jobId: string,
  conversation: readonly Posted[],
  readBegunAt: number,
  records: readonly OutboxRecord[],
  confirmedAt: (communicationId: string) => number = () => 0,
  kind: R['kind'] = 'message',
): Echo<R>[] {
  const here = new Set(conversation.map((message) => message.communicationId));
  const taken = new Set(records.flatMap((record) => record.ack?.serverId ?? []));
  const echoes: Echo<R>[] = [];
  for (const record of records) {
    if (!isOfKind(record) || record.jobId !== jobId || isShown(record)) continue;
    echoes.push({ record, mark: sendStateOf(record) });
  }
  return echoes.sort((a, b) => a.record.seq - b.record.seq);

  function isOfKind(record: OutboxRecord): record is R {
    return record.kind === kind;
  }

  function isShown(record: PostRecord): boolean {
    if (record.ack) {
      const { serverId, at } = record.ack;
      if (readBegunAt > at) return true;
      if (serverId !== null) return here.has(serverId);
    } else if (record.state !== 'sending' && !record.maybeSent) return false;
    // The sender's list may have been old: only a message of about this time hides one that may still be in flight.
    const sinceMs = record.firstAttemptAt ?? record.createdAt;
    const recent = conversation.filter(
      (message) => message.createdTimestamp >= sinceMs / 1000 - clockSlackSeconds,
    );
    // A message confirmed since then is new, whatever the clocks say.
    const confirmed = conversation.filter((message) => confirmedAt(message.communicationId) >= sinceMs);
    const match =
      matchOf(record, recent, taken) ??
      likelyMatchOf(record, recent, taken) ??
      matchOf({ ...record, baseline: record.baseline ?? [] }, confirmed, taken);
    if (match) taken.add(match.communicationId);
    return match !== undefined;
  }
}

/**
 * Returns what `echoesOf` does, for a window that has shown `before`. A record leaves the outbox as soon as one window has read its
 * message; in every other window its echo stays until the message is in the conversation there, so that no bubble vanishes. A busy
 * window reads seldom: of a message that another one sent it may have seen no state but the first.
 *
 * @param discarded by `seq`: records that the user deleted
 * @param now milliseconds
 */
export function echoesAfter<R extends PostRecord = Echo['record']>(
  before: readonly Echo<R>[],
  jobId: string,
  conversation: readonly Posted[],
  readBegunAt: number,
  records: readonly OutboxRecord[],
  discarded: ReadonlySet<number>,
  now: number,
  confirmedAt?: (communicationId: string) => number,
  kind?: R['kind'],
): Echo<R>[] {
  const present = new Set(records.map(({ seq }) => seq));
  const removed = before.flatMap(({ record }) => {
    if (present.has(record.seq) || discarded.has(record.seq)) return [];
    return {
      ...record,
      state: 'acked' as const,
      claim: null,
      firstAttemptAt: record.firstAttemptAt ?? record.createdAt,
      ack: record.ack ?? { at: now, serverId: null },
    };
  });
  return echoesOf(jobId, conversation, readBegunAt, [...removed, ...records], confirmedAt, kind);
}
