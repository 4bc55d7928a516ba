import type { ReadTx, WriteTx } from './database.ts';
import { type OutboxRecord, readRecord } from './record.ts';
import { assertTransition, type Stage } from './transitions.ts';

/** Reading and writing records inside a transaction. Every change of a record's state goes through `moveTo` or `remove`. */

type Tx = Pick<ReadTx, 'objectStore'> | Pick<WriteTx, 'objectStore'>;

/** Lower than every string's array and higher: all lanes of an owner, or all records of a lane. */
function startingWith(...parts: string[]): IDBKeyRange {
  return IDBKeyRange.bound(parts, [...parts, []]);
}

function readable(rows: readonly unknown[]): OutboxRecord[] {
  return rows.map(readRecord).filter((record) => record !== null);
}

/** All records of a person, in the order of their lanes, each lane in the order of sending. */
export async function recordsOf(tx: Tx, ownerUid: string): Promise<OutboxRecord[]> {
  return readable(await (tx as ReadTx).objectStore('outbox').index('lane').getAll(startingWith(ownerUid)));
}

export async function laneOf(tx: Tx, ownerUid: string, laneKey: string): Promise<OutboxRecord[]> {
  return readable(
    await (tx as ReadTx).objectStore('outbox').index('lane').getAll(startingWith(ownerUid, laneKey)),
  );
}

export async function recordBySeq(tx: Tx, seq: number): Promise<OutboxRecord | null> {
  return readRecord(await (tx as ReadTx).objectStore('outbox').get(seq));
}

export async function recordById(tx: Tx, clientId: string): Promise<OutboxRecord | null> {
  return readRecord(await (tx as ReadTx).objectStore('outbox').index('clientId').get(clientId));
}

/** What its state is not. */
type Details = Partial<
  Omit<OutboxRecord, 'seq' | 'v' | 'kind' | 'state' | 'ownerUid' | 'laneKey' | 'payload'>
>;

export async function add(tx: WriteTx, record: Omit<OutboxRecord, 'seq'>): Promise<OutboxRecord> {
  assertTransition('new', record.state);
  const seq = await tx.objectStore('outbox').add(record as object);
  return { ...record, seq } as OutboxRecord;
}

export async function moveTo(
  tx: WriteTx,
  record: OutboxRecord,
  state: OutboxRecord['state'],
  details: Details & { payload?: unknown } = {},
): Promise<OutboxRecord> {
  assertTransition(record.state, state);
  return amend(tx, { ...record, state }, details);
}

/** Changes what is not the state. */
export async function amend(
  tx: WriteTx,
  record: OutboxRecord,
  details: Details & { payload?: unknown },
): Promise<OutboxRecord> {
  const next = { ...record, ...details } as OutboxRecord;
  await tx.objectStore('outbox').put(next);
  return next;
}

/** Takes a record away, its bytes with it. */
export async function remove(
  tx: WriteTx,
  record: OutboxRecord,
  why: Extract<Stage, 'cancelled' | 'superseded' | 'linked'>,
): Promise<void> {
  assertTransition(record.state, why);
  await dropBytes(tx, record);
  await tx.objectStore('outbox').delete(record.seq);
}

export async function dropBytes(tx: WriteTx, record: Pick<OutboxRecord, 'files'>): Promise<void> {
  for (const { blobId } of record.files) {
    await tx.objectStore('chunks').delete(IDBKeyRange.bound([blobId], [blobId, []]));
  }
}
