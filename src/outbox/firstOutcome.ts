import { ApiError } from '../api/ApiError.ts';
import type { Outbox } from './Outbox.ts';
import type { OutboxRecord } from './records/record.ts';
import { onWaitingChange, waitingRecords } from './records/waiting.ts';

/** The outcome that a form waits for. `response` is null when another page or the worker has it. */
export type FirstOutcome =
  | { is: 'delivered'; response: unknown; serverId: string | null }
  | { is: 'refused'; error: ApiError }
  /** No definite outcome: it stays queued, and is sent by itself. */
  | { is: 'queued' };

const queued: FirstOutcome = { is: 'queued' };

/** Reads a user's records once everything that can be sent now was tried. */
export async function recordsAfterDrain(outbox: Outbox, ownerUid: string): Promise<readonly OutboxRecord[]> {
  await outbox.drain();
  return outbox.records(ownerUid);
}

/**
 * Waits for the first outcome of a record just enqueued.
 *
 * @param rest of `recordsAfterDrain`, called after the record was enqueued
 * @param closed ends the waiting
 */
export async function firstOutcome(
  outbox: Outbox,
  clientId: string,
  rest: Promise<readonly OutboxRecord[]>,
  closed?: AbortSignal,
): Promise<FirstOutcome> {
  const { promise, resolve } = Promise.withResolvers<FirstOutcome>();
  let seen = false;

  /** A record that is gone has arrived: nothing else removes it while its form waits. */
  function look(records: readonly OutboxRecord[], isWhole: boolean) {
    const record = records.find((one) => one.clientId === clientId);
    if (record) seen = true;
    const outcome = record ? outcomeOf(record) : seen || isWhole ? arrived(null) : null;
    if (outcome) resolve(outcome);
    else if (isWhole) resolve(queued);
  }

  const stops = [
    outbox.onDelivered((record, { response, serverId }) => {
      if (record.clientId === clientId) resolve({ is: 'delivered', response, serverId });
    }),
    outbox.onRefused((record, error) => {
      if (record.clientId === clientId) resolve({ is: 'refused', error });
    }),
    onWaitingChange(() => look(waitingRecords(), false)),
  ];
  const stopWaiting = () => resolve(queued);
  closed?.addEventListener('abort', stopWaiting);
  if (closed?.aborted) stopWaiting();
  rest.then(
    (records) => look(records, true),
    () => resolve(queued),
  );
  try {
    return await promise;
  } finally {
    for (const stop of stops) stop();
    closed?.removeEventListener('abort', stopWaiting);
  }
}

function arrived(serverId: string | null): FirstOutcome {
  return { is: 'delivered', response: null, serverId };
}

/** Returns the outcome of a record; null while there is none. */
function outcomeOf(record: OutboxRecord): FirstOutcome | null {
  const { state, error, misses, renewToken, ack } = record;
  if (state === 'acked') return arrived(ack?.serverId ?? null);
  if (state === 'failed') return { is: 'refused', error: errorOf(error) };
  if (state === 'uncertain' || state === 'blocked-auth') return queued;
  return state === 'queued' && misses > 0 && !renewToken ? queued : null;
}

/** Returns the saved error, without the broken rules and the job that came with it. */
function errorOf(error: OutboxRecord['error']): ApiError {
  if (!error) return new ApiError('internal');
  return new ApiError(error.code as ApiError['code'], error.text, { status: error.status });
}
