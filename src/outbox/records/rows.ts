import type { RecordState } from './commonFields.ts';
import { needsNewerApp, type OutboxRecord, readRecord } from './record.ts';
import { chunksOf } from './schema.ts';
import type { EraseTx, ReadTx, WriteTx } from './stores.ts';

/** `new`: not there yet. `cancelled` (by the user) and `linked`: no longer there. */
type Stage = RecordState | 'new' | 'cancelled' | 'linked';

/**
 * The allowed transitions. A success counts whenever it comes, so `acked` follows every state. A record that is being sent can be deleted
 * only while nothing but its files is uploaded (`mayDelete`), and none goes from `uncertain` to `sending` except through `queued`.
 */
const ALLOWED_TRANSITIONS: Readonly<Record<Stage, readonly Stage[]>> = {
  new: ['queued'],
  queued: ['sending', 'acked', 'cancelled'],
  sending: ['queued', 'uncertain', 'failed', 'blocked-auth', 'acked', 'cancelled'],
  uncertain: ['queued', 'acked', 'cancelled'],
  failed: ['queued', 'uncertain', 'acked', 'cancelled'],
  'blocked-auth': ['queued', 'uncertain', 'acked', 'cancelled'],
  acked: ['linked'],
  cancelled: [],
  linked: [],
};

/** @throws when a record may not go from one stage to the other: a bug, which must not reach the database */
function assertTransition(from: Stage, to: Stage): void {
  if (!ALLOWED_TRANSITIONS[from].includes(to)) throw new Error(`A record cannot go from ${from} to ${to}`);
}

/** Reads and writes records inside a transaction. Every change of a record's state goes through `transition` or `removeRecord`. */

type Tx = Pick<ReadTx, 'objectStore'> | Pick<WriteTx, 'objectStore'>;

/** Returns the key range of all lanes of an owner, or of all records of a lane. */
function startingWith(...parts: string[]): IDBKeyRange {
  return IDBKeyRange.bound(parts, [...parts, []]);
}

function readable(rows: readonly unknown[]): OutboxRecord[] {
  return rows.map(readRecord).filter((record) => record !== null);
}

/** Reads all records of a user, in the order of their lanes, each lane in the order of sending. */
export async function recordsOf(tx: Tx, ownerUid: string): Promise<OutboxRecord[]> {
  return readable(await (tx as ReadTx).objectStore('outbox').index('lane').getAll(startingWith(ownerUid)));
}

export async function laneOf(tx: Tx, ownerUid: string, laneKey: string): Promise<OutboxRecord[]> {
  return readable(
    await (tx as ReadTx).objectStore('outbox').index('lane').getAll(startingWith(ownerUid, laneKey)),
  );
}

/** Whether a record has arrived. Nothing waits for one that has, though it stays in its lane until its conversation was read. */
function hasArrived(record: OutboxRecord): boolean {
  return record.state === 'acked';
}

/**
 * Reads a lane's head: its first record that has not arrived; everything behind it waits.
 *
 * @param arrived the `seq` of arrived records, which are passed over unread, because none of them is ever queued again; those found are
 *   added
 */
export async function headOf(
  tx: Tx,
  ownerUid: string,
  laneKey: string,
  arrived: Set<number>,
): Promise<OutboxRecord | null> {
  const lane = (tx as ReadTx).objectStore('outbox').index('lane');
  const end = [ownerUid, laneKey, []];
  for (let from = [ownerUid, laneKey] as (string | number)[], many = arrived.size + 1; ; many = 10) {
    const seqs = await lane.getAllKeys(IDBKeyRange.bound(from, end, from.length > 2), many);
    for (const seq of seqs) {
      const row = arrived.has(seq) ? null : await (tx as ReadTx).objectStore('outbox').get(seq);
      if (row && needsNewerApp(row)) return null;
      const record = row ? readRecord(row) : null;
      if (record && !hasArrived(record)) return record;
      if (record) arrived.add(seq);
    }
    const last = seqs.at(-1);
    if (last === undefined || seqs.length < many) return null;
    from = [ownerUid, laneKey, last];
  }
}

/** Reads the heads of all of a user's lanes. */
export async function headsOf(tx: Tx, ownerUid: string): Promise<OutboxRecord[]> {
  const heads: OutboxRecord[] = [];
  const lanes = (tx as ReadTx).objectStore('outbox').index('lane');
  let row = await lanes.openCursor(startingWith(ownerUid));
  while (row) {
    const record = readRecord(row.value);
    const isHead = record !== null && !hasArrived(record);
    if (isHead) heads.push(record);
    // Once its head is known, or needs a newer app, the rest of a lane is skipped.
    row =
      isHead || needsNewerApp(row.value)
        ? await row.continue([ownerUid, (row.key as string[])[1], []] as never)
        : await row.continue();
  }
  return heads;
}

export async function recordBySeq(tx: Tx, seq: number): Promise<OutboxRecord | null> {
  return readRecord(await (tx as ReadTx).objectStore('outbox').get(seq));
}

export async function recordById(tx: Tx, clientId: string): Promise<OutboxRecord | null> {
  return readRecord(await (tx as ReadTx).objectStore('outbox').index('clientId').get(clientId));
}

/** The fields beside the state. */
type Details = Partial<
  Omit<OutboxRecord, 'seq' | 'v' | 'kind' | 'state' | 'ownerUid' | 'laneKey' | 'payload'>
>;

export async function addRecord(tx: WriteTx, record: Omit<OutboxRecord, 'seq'>): Promise<OutboxRecord> {
  assertTransition('new', record.state);
  const seq = await tx.objectStore('outbox').add(record as object);
  return { ...record, seq } as OutboxRecord;
}

export async function transition(
  tx: WriteTx,
  record: OutboxRecord,
  state: OutboxRecord['state'],
  details: Details & { payload?: unknown } = {},
): Promise<OutboxRecord> {
  assertTransition(record.state, state);
  return updateRecord(tx, { ...record, state }, details);
}

/** Changes fields beside the state. */
export async function updateRecord(
  tx: WriteTx,
  record: OutboxRecord,
  details: Details & { payload?: unknown },
): Promise<OutboxRecord> {
  const next = { ...record, ...details } as OutboxRecord;
  await tx.objectStore('outbox').put(next);
  return next;
}

/** Deletes a record and its bytes. @throws for one that may be under way */
export async function removeRecord(
  tx: WriteTx,
  record: OutboxRecord,
  why: Extract<Stage, 'cancelled' | 'linked'>,
): Promise<void> {
  assertTransition(record.state, why);
  if (record.state === 'sending' && !record.claim?.filesOnly)
    throw new Error('A record on its way cannot be deleted');
  await dropBytes(tx, record);
  await tx.objectStore('outbox').delete(record.seq);
}

export async function dropBytes(
  tx: EraseTx,
  { files }: { files: readonly { blobId: string }[] },
): Promise<void> {
  for (const { blobId } of files) await tx.objectStore('chunks').delete(chunksOf(blobId));
}
