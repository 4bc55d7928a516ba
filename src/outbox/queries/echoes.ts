import type { Message } from '../../contract/messages/message.ts';
import { type SendState, sendStateOf } from '../kinds/sendState.ts';
import type { OutboxRecord, PostRecord, RecordOf } from '../records/record.ts';

export type Echo<R extends PostRecord = RecordOf<'message'>> = {
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

/** An entry of a conversation or a list of staff notes, as a record is paired with it. */
type Posted = { idempotencyKey?: string };

/**
 * Returns the echoes beside a job's messages, or beside its staff notes: the records whose delivered message is not among them, in the
 * order of sending. The server gives its sender the key of each message back; a delivered message hides its echo at once, even while the
 * request has no response.
 *
 * @param conversation as the server sent it, whole; for notes, those of the job
 * @param readBegunAt when the read of it began, milliseconds since 1970; 0 while there is none
 * @param records of the user
 * @param kind of the records
 */
export function echoesOf<R extends PostRecord = Echo['record']>(
  jobId: string,
  conversation: readonly Posted[],
  readBegunAt: number,
  records: readonly OutboxRecord[],
  kind: R['kind'] = 'message',
): Echo<R>[] {
  const here = new Set(conversation.map(({ idempotencyKey }) => idempotencyKey));
  const echoes: Echo<R>[] = [];
  for (const record of records) {
    if (!isOfKind(record) || record.jobId !== jobId || here.has(record.clientId)) continue;
    // A message that a read begun after its response lacks is gone.
    if (record.ack && readBegunAt > record.ack.at) continue;
    echoes.push({ record, mark: sendStateOf(record) });
  }
  return echoes.sort((a, b) => a.record.seq - b.record.seq);

  function isOfKind(record: OutboxRecord): record is R {
    return record.kind === kind;
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
  kind?: R['kind'],
): Echo<R>[] {
  const present = new Set(records.map(({ seq }) => seq));
  const removed = before.flatMap(({ record }) => {
    if (present.has(record.seq) || discarded.has(record.seq)) return [];
    return {
      ...record,
      state: 'acked' as const,
      claim: null,
      ack: record.ack ?? { at: now, serverId: null },
    };
  });
  return echoesOf(jobId, conversation, readBegunAt, [...removed, ...records], kind);
}
