import type { Message } from '../../contract/messages/message.ts';
import { createEvent } from '../../store.ts';
import type { OutboxRecord } from './record.ts';
import { onWaitingChange, waitingRecords } from './waiting.ts';

/** The statuses that a user has chosen for messages, as screens show them. */

type Targets = ReadonlyMap<string, Message['status']>;

/** The statuses that are not among the records yet, by message. */
const chosen = new Map<string, { status: Message['status'] }>();
const choosing = createEvent();
/** The records that `targets` was computed from; null once something was chosen since. */
let read: readonly OutboxRecord[] | null = null;
let targets: Targets = new Map();

/**
 * Returns the status that each message is to have, unless it was refused, or the message that it goes after was. The same map until
 * something changes.
 */
export function statusTargets(): Targets {
  const records = waitingRecords();
  if (records !== read) {
    const next = targetsOf(records);
    const isSame =
      next.size === targets.size && [...next].every(([id, status]) => targets.get(id) === status);
    if (!isSame) targets = next;
    read = records;
  }
  return targets;
}

/** Shows a chosen status until its record is among those that wait. @returns a function that ends it */
export function chooseStatus(communicationId: string, status: Message['status']): () => void {
  const mine = { status };
  chosen.set(communicationId, mine);
  changed();
  return () => {
    if (chosen.get(communicationId) !== mine) return;
    chosen.delete(communicationId);
    changed();
  };
}

function changed(): void {
  read = null;
  choosing.emit();
}

/** Calls back after every change of `statusTargets`. @returns a function that stops it */
export function onStatusTargets(listener: () => void): () => void {
  const stops = [choosing.subscribe(listener), onWaitingChange(listener)];
  return () => {
    for (const stop of stops) stop();
  };
}

function targetsOf(records: readonly OutboxRecord[]): Targets {
  const failed = new Set(records.flatMap(({ state, clientId }) => (state === 'failed' ? clientId : [])));
  const next = new Map<string, Message['status']>();
  for (const { kind, clientId, after = '', payload } of records) {
    if (kind !== 'mark' || failed.has(clientId) || failed.has(after)) continue;
    next.set(payload.communicationId, payload.target);
  }
  for (const [communicationId, { status }] of chosen) next.set(communicationId, status);
  return next;
}
