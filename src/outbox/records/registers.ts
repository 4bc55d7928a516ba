import type { ChoiceNumber } from '../../contract/chosen.ts';
import type { Environment } from './environment.ts';
import { kindOf, type OutboxRecord, readRecord } from './record.ts';
import { resumesByItself } from './resumesByItself.ts';
import { addRecord, dropBytes, laneOf, removeRecord, transition, updateRecord } from './rows.ts';
import type { WriteTx } from './stores.ts';

/**
 * Choices of one value: the status of a message, a due date, an assignee, a shot. Each has one record, its register, with the wanted
 * value. A new choice replaces it, also while it is being sent; then it is sent again. The server keeps the later choice, so that a
 * request which is carried out late undoes nothing.
 *
 * A choice that follows a message becomes the register only once the message has arrived. Until then it has a record of its own behind
 * the register: the choice before it is sent all the same, and stays if the message is deleted.
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

/** Reads the records that choose the same value as another one: the register, and those that follow messages. */
async function choicesOf(
  tx: WriteTx,
  { ownerUid, laneKey, kind, payload }: Omit<OutboxRecord, 'seq'>,
): Promise<OutboxRecord[]> {
  const { register } = kindOf({ kind });
  const lane = register ? await laneOf(tx, ownerUid, laneKey) : [];
  return lane.filter((other) => other.kind === kind && register?.of(other.payload) === register?.of(payload));
}

function isFollower({ after }: Omit<OutboxRecord, 'seq'>): boolean {
  return after !== undefined;
}

/**
 * Whether a choice was made before another one; false unless the same device has numbered both, and clearing its storage makes it another
 * device.
 */
function isEarlier({ order: one }: OutboxRecord, { order: other }: OutboxRecord): boolean {
  return one?.device === other?.device && (one?.number ?? 0) < (other?.number ?? 0);
}

/** Whether something else was chosen after a deleted choice, and does not wait for a message. */
export async function isSuperseded(tx: WriteTx, deleted: OutboxRecord): Promise<boolean> {
  const register = (await choicesOf(tx, deleted)).find((one) => !isFollower(one));
  return register !== undefined && !(isFollower(deleted) && isEarlier(register, deleted));
}

/** Stores a choice in the place of those before it, or behind them if it follows a message. */
export async function storeChoice(tx: WriteTx, next: Omit<OutboxRecord, 'seq'>): Promise<OutboxRecord> {
  const before = await choicesOf(tx, next);
  const register = before.find((one) => !isFollower(one));
  if (isFollower(next)) {
    const added = await addRecord(tx, next);
    if (register) await dropRefusedChoice(tx, register);
    return added;
  }
  const place = register ?? before[0];
  for (const other of before) if (other !== place) await removeRecord(tx, other, 'cancelled');
  return place ? replace(tx, place, next) : addRecord(tx, next);
}

/** Deletes a refused choice if another one waits behind it. */
export async function dropRefusedChoice(tx: WriteTx, record: OutboxRecord): Promise<boolean> {
  const isRefused = record.state === 'failed' && !resumesByItself(record);
  if (!isRefused || !(await choicesOf(tx, record)).some(isFollower)) return false;
  await removeRecord(tx, record, 'cancelled');
  return true;
}

/** Replaces a choice. One that is being sent stays claimed, and is sent again after that. */
async function replace(
  tx: WriteTx,
  before: OutboxRecord,
  next: Omit<OutboxRecord, 'seq'>,
): Promise<OutboxRecord> {
  const { register } = kindOf(next);
  const hasFiles = next.files.length > 0;
  const keepsFiles = !hasFiles && register?.keepsFiles?.(next.payload) === true;
  if (!keepsFiles) await dropBytes(tx, before);
  const { earlier: _, ...waited } = before;
  const { seq, state, claim, notBefore } = before;
  const row = {
    ...next,
    ...(next.undoWindowMs && state !== 'sending' && { earlier: waited }),
    payload: register?.onTop?.(next.payload, before.payload, hasFiles) ?? next.payload,
    files: keepsFiles ? before.files : next.files,
    ...{ seq, state, claim, notBefore: Math.max(notBefore, next.notBefore) },
  } as OutboxRecord;
  return state === 'queued' || state === 'sending'
    ? updateRecord(tx, row, {})
    : transition(tx, row, 'queued');
}

/** Puts the choice back that waited before one which is undone. @returns its number, if there is one */
export async function putEarlierBack(tx: WriteTx, undone: OutboxRecord): Promise<number[]> {
  const earlier = undone.earlier === undefined ? null : readRecord(undone.earlier);
  if (!earlier) return [];
  await updateRecord(tx, earlier, {});
  return [earlier.seq];
}

/** Reads the choices that follow a record. */
export async function followersOf(
  tx: WriteTx,
  { ownerUid, clientId, leads = [] }: OutboxRecord,
): Promise<OutboxRecord[]> {
  const lanes = await Promise.all(leads.map((laneKey) => laneOf(tx, ownerUid, laneKey)));
  return lanes.flat().filter(({ after }) => after === clientId);
}

/** Makes registers of the choices that follow a record, unless something else was chosen since. */
export async function releaseFollowers(tx: WriteTx, record: OutboxRecord): Promise<void> {
  for (const follower of await followersOf(tx, record)) {
    const { after: _, ...free } = follower;
    const others = (await choicesOf(tx, follower)).filter(({ seq }) => seq !== follower.seq);
    const register = others.find((one) => !isFollower(one));
    if (register) await removeRecord(tx, follower, 'cancelled');
    if (register && !isEarlier(register, follower)) continue;
    for (const other of others)
      if (isFollower(other) && isEarlier(other, follower)) await removeRecord(tx, other, 'cancelled');
    if (register) await replace(tx, register, free as OutboxRecord);
    else await updateRecord(tx, free as OutboxRecord, {});
  }
}
