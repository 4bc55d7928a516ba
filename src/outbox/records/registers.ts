import type { ChoiceNumber } from '../../contract/chosen.ts';
import type { Environment } from '../sending/environment.ts';
import { kindOf, type OutboxRecord } from './record.ts';
import { add, amend, dropBytes, laneOf, moveTo } from './rows.ts';
import type { WriteTx } from './stores.ts';

/**
 * Choices of one value: the status of a message, a due date, an assignee, a shot. Each has one record, its register, which holds what is
 * wanted. Choosing again replaces that, also while the one before is being sent: then it is sent again. The server keeps the later choice, so
 * that a request which is carried out late undoes nothing.
 */

/** Numbers a choice of a user on this device. */
export async function nextOrder(
  tx: WriteTx,
  env: Pick<Environment, 'uuid'>,
  uid: string,
): Promise<ChoiceNumber> {
  const devices = tx.objectStore('devices');
  const { device, number } = (await devices.get(uid)) ?? { device: env.uuid(), number: 0 };
  const next = { device, number: number + 1 };
  await devices.put(next, uid);
  return next;
}

/** Finds the record of what another one chooses. */
export async function registerOf(
  tx: WriteTx,
  { ownerUid, laneKey, kind, payload }: Omit<OutboxRecord, 'seq'>,
): Promise<OutboxRecord | undefined> {
  const { register } = kindOf({ kind });
  const lane = register ? await laneOf(tx, ownerUid, laneKey) : [];
  return lane.find((other) => other.kind === kind && register?.of(other.payload) === register?.of(payload));
}

/** Stores a choice in the place of the one before. One that is being sent stays claimed, and is sent again after that. */
export async function choose(tx: WriteTx, next: Omit<OutboxRecord, 'seq'>): Promise<OutboxRecord> {
  const before = await registerOf(tx, next);
  if (!before) return add(tx, next);
  const { register } = kindOf(next);
  const hasFiles = next.files.length > 0;
  const keepsFiles = !hasFiles && register?.keepsFiles?.(next.payload) === true;
  if (!keepsFiles) await dropBytes(tx, before);
  const { seq, state, claim, notBefore } = before;
  const row = {
    ...next,
    payload: register?.onTop?.(next.payload, before.payload, hasFiles) ?? next.payload,
    files: keepsFiles ? before.files : next.files,
    ...{ seq, state, claim, notBefore },
  } as OutboxRecord;
  return state === 'queued' || state === 'sending' ? amend(tx, row, {}) : moveTo(tx, row, 'queued');
}

/** Reads the choices that go after a record. */
export async function followersOf(
  tx: WriteTx,
  { ownerUid, clientId, leads = [] }: OutboxRecord,
): Promise<OutboxRecord[]> {
  const lanes = await Promise.all(leads.map((laneKey) => laneOf(tx, ownerUid, laneKey)));
  return lanes.flat().filter(({ after }) => after === clientId);
}

/** Lets the choices that go after a record go. */
export async function releaseFollowers(tx: WriteTx, record: OutboxRecord): Promise<void> {
  for (const { after: _, ...free } of await followersOf(tx, record))
    await amend(tx, free as OutboxRecord, {});
}
