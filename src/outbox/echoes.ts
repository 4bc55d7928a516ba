import type { Message } from '../contract/message.ts';
import { type Mark, markOf } from './marks.ts';
import type { OutboxRecord } from './record.ts';
import { twinOf, unreadTwinOf } from './twin.ts';

/** The server's clock and ours may differ by this much. */
const clockSlackSeconds = 120;

export type Echo = { record: Extract<OutboxRecord, { kind: 'message' }>; mark: Mark };

/**
 * What stands below a job's messages: the records whose delivered twin is not among them, in the order of sending. A twin
 * hides its echo at once, even while the request has not answered.
 *
 * @param conversation as the server sent it, whole
 * @param readBegunAt when the reading of it began, milliseconds; 0 while there is none
 * @param records of the person
 */
export function echoesOf(
  jobId: string,
  conversation: readonly Message[],
  readBegunAt: number,
  records: readonly OutboxRecord[],
): Echo[] {
  const here = new Set(conversation.map((message) => message.communicationId));
  const taken = new Set(records.flatMap((record) => record.ack?.serverId ?? []));
  const echoes: Echo[] = [];
  for (const record of records) {
    if (record.kind !== 'message' || record.jobId !== jobId || isShown(record)) continue;
    echoes.push({ record, mark: markOf(record) });
  }
  return echoes.sort((a, b) => a.record.seq - b.record.seq);

  function isShown(record: Echo['record']): boolean {
    if (record.ack) {
      const { serverId, at } = record.ack;
      return (serverId !== null && here.has(serverId)) || readBegunAt > at;
    }
    if (record.state !== 'sending' && !record.maybeSent) return false;
    // What the sender saw may have been old: only a message of about this time hides one that may still be on its way.
    const since = (record.firstAttemptAt ?? record.createdAt) / 1000 - clockSlackSeconds;
    const recent = conversation.filter((message) => message.createdTimestamp >= since);
    const twin = twinOf(record, recent, taken) ?? unreadTwinOf(record, recent, taken);
    if (twin) taken.add(twin.communicationId);
    return twin !== undefined;
  }
}
