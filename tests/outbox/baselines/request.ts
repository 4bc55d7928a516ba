import type { Owner } from '../../../src/outbox/records/enqueue.ts';
import { type Draft, kindOf, type OutboxRecord } from '../../../src/outbox/records/record.ts';

/** A message that another queue has to send: the same request as ours, with its idempotency key. */
export type Sent = { clientId: string; seq: number; owner: Owner; draft: Draft };

let written = 0;

/** Numbers messages in the order of writing, whatever becomes of them. */
export function sentOf(owner: Owner, draft: Draft, clientId: string): Sent {
  written += 1;
  return { clientId, seq: written, owner, draft };
}

export function laneOfSent({ draft, clientId }: Sent): string {
  const jobId = 'jobId' in draft ? draft.jobId : '';
  return kindOf(draft).lane({ jobId, clientId, payload: draft.payload });
}

/** Converts a message to the record that the model backend accepts. */
export function recordOf(sent: Sent): OutboxRecord {
  const { clientId, seq, owner, draft } = sent;
  const jobId = 'jobId' in draft ? draft.jobId : '';
  return {
    clientId,
    seq,
    ownerUid: owner.uid,
    ownerEmail: owner.email,
    kind: draft.kind,
    payload: draft.payload,
    jobId,
    laneKey: laneOfSent(sent),
    files: [],
  } as unknown as OutboxRecord;
}
