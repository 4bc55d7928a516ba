import { stampedFileNames } from '../../format/fileName.ts';
import { draftStores, dropSent, type SentDraft } from '../drafts/draftRows.ts';
import { jobLane } from '../kinds/message.ts';
import { toggleLane } from '../kinds/toggle.ts';
import { OutboxError } from '../OutboxError.ts';
import type { Environment } from '../sending/environment.ts';
import type { FileEntry } from './common.ts';
import type { Database, WriteTx } from './database.ts';
import { type CopiedFile, writeBytes } from './fileBytes.ts';
import { type Draft, kindOf, type OutboxRecord } from './record.ts';
import { add, amend, laneOf, moveTo, recordById, remove } from './rows.ts';

export type Owner = { uid: string; email: string };

/** Must stay free beside the files. */
const spareBytes = 1024 * 1024;

/**
 * Stores what a user sends, durably, before anything is sent. Clear the composer only once this has resolved.
 *
 * @param clientId the idempotency key; the same one twice (a double click) is enqueued once
 * @param sent the saved draft it was written in, removed in the same transaction: a crash leaves either the draft or the record
 * @throws OutboxError of code `full`, `unavailable`, `newer-app` or `signed-out`: nothing was stored
 */
export async function enqueue(
  db: Database,
  env: Environment,
  owner: Owner,
  draft: Draft,
  files: readonly CopiedFile[],
  clientId: string,
  sent?: SentDraft,
): Promise<OutboxRecord> {
  await checkRoom(env, files);
  return writeDurably(db, sent, async (tx) => {
    if (sent) await dropSent(tx, sent, env.now());
    const existing = await recordById(tx, clientId);
    if (existing) return existing;
    await checkSession(tx, owner.uid);
    const record = newRecord(env, owner, draft, clientId);
    if (draft.kind === 'toggle') {
      const lane = await laneOf(tx, owner.uid, record.laneKey);
      const { communicationId, target } = draft.payload;
      const isLeft = await leaveToToggle(tx, record, communicationId);
      // The last toggle comes before a message that was to mark the same: this one comes after it.
      const same = await supersede(tx, lane, isLeft ? undefined : target);
      if (same) return same;
    }
    if (draft.kind === 'message') {
      for (const id of draft.payload.addressed ?? []) {
        await supersede(tx, await laneOf(tx, owner.uid, toggleLane(id)));
      }
    }
    const entries = await writeFiles(tx, env, files);
    return add(tx, { ...record, files: entries } as OutboxRecord);
  });
}

/**
 * Runs a transaction that stores what a user wrote. Once this resolves it is on the disk.
 *
 * @param sent the saved draft that the transaction removes
 * @throws OutboxError: nothing was stored
 */
export async function writeDurably<T>(
  db: Database,
  sent: SentDraft | undefined,
  work: (tx: WriteTx) => Promise<T>,
): Promise<T> {
  try {
    return await db.write(['outbox', 'chunks', 'session', ...(sent ? draftStores : [])], work, 'strict');
  } catch (error) {
    if (error instanceof OutboxError) throw error;
    const isFull = (error as Error)?.name === 'QuotaExceededError';
    throw new OutboxError(isFull ? 'full' : 'unavailable', error);
  }
}

/** Refuses to store after another page has signed the user out: it would stay on the device. @throws OutboxError `signed-out` */
export async function checkSession(tx: WriteTx, uid: string): Promise<void> {
  const session = await tx.objectStore('session').get('current');
  if (session && session.uid !== uid) throw new OutboxError('signed-out');
}

export async function checkRoom(env: Environment, files: readonly CopiedFile[]): Promise<void> {
  const needed = files.reduce((sum, file) => sum + file.size, 0);
  if (needed === 0) return;
  const available = await env.storageLeft().catch(() => null);
  if (available !== null && available < needed + spareBytes) throw new OutboxError('full');
}

/** Stores files under the names that they are sent under. */
export async function writeFiles(
  tx: WriteTx,
  env: Environment,
  files: readonly CopiedFile[],
): Promise<FileEntry[]> {
  const names = stampedFileNames(
    files.map(({ name }) => name),
    env.now(),
  );
  const entries: FileEntry[] = [];
  for (const [n, { name: chosenName, chunks, type, size, sha256 }] of files.entries()) {
    const blobId = env.uuid();
    await writeBytes(tx, blobId, chunks);
    entries.push({ blobId, name: names[n] ?? chosenName, chosenName, type, size, sha256 });
  }
  return entries;
}

/**
 * Removes earlier toggles that were never sent. One that may have arrived is still settled first, because its late request could
 * undo the new one.
 *
 * @returns the last one, if it has this target already
 */
async function supersede(
  tx: WriteTx,
  lane: readonly OutboxRecord[],
  target?: string,
): Promise<OutboxRecord | null> {
  const last = lane.at(-1);
  if (last?.kind === 'toggle' && last.payload.target === target && isGoing(last)) return last;
  for (const record of lane) {
    if (record.state === 'failed' && record.maybeSent) {
      await moveTo(tx, record, 'queued', { nextAttemptAt: 0, error: null });
    } else if (!record.maybeSent && record.state !== 'sending' && record.state !== 'acked') {
      await remove(tx, record, 'superseded');
    }
  }
  return null;
}

function isGoing({ state }: OutboxRecord): boolean {
  return state === 'queued' || state === 'sending' || state === 'uncertain';
}

/** Takes a message out of those that earlier unsent messages mark: its toggle is the later choice. @returns whether there was one */
export async function leaveToToggle(
  tx: WriteTx,
  { ownerUid, jobId, seq = Number.POSITIVE_INFINITY }: Omit<OutboxRecord, 'seq'> & { seq?: number },
  communicationId: string,
): Promise<boolean> {
  let isLeft = false;
  for (const record of await laneOf(tx, ownerUid, jobLane(jobId))) {
    if (record.kind !== 'message' || record.maybeSent || record.seq > seq) continue;
    if (record.state === 'sending' || record.state === 'acked') continue;
    const { addressed, ...payload } = record.payload;
    if (!addressed?.includes(communicationId)) continue;
    const left = addressed.filter((id) => id !== communicationId);
    await amend(tx, record, { payload: { ...payload, ...(left.length > 0 && { addressed: left }) } });
    isLeft = true;
  }
  return isLeft;
}

/** Returns the moment at which a record is written. */
export function writtenNow(env: Environment): OutboxRecord['written'] {
  return { holder: env.holder, at: env.now(), elapsed: env.elapsed() };
}

/** Returns a record that nobody has stored yet. */
function newRecord(
  env: Environment,
  owner: Owner,
  draft: Draft,
  clientId: string,
): Omit<OutboxRecord, 'seq'> {
  const jobId = 'jobId' in draft ? draft.jobId : '';
  return {
    v: 1,
    clientId,
    ownerUid: owner.uid,
    ownerEmail: owner.email,
    laneKey: kindOf(draft).lane({ ...draft, jobId, clientId }),
    jobId,
    kind: draft.kind,
    payload: draft.payload,
    files: [],
    state: 'queued',
    createdAt: env.now(),
    written: writtenNow(env),
    attempts: 0,
    firstAttemptAt: null,
    misses: 0,
    nextAttemptAt: 0,
    notBefore: 0,
    maybeSent: false,
    renewToken: false,
    refusedExp: 0,
    claim: null,
    ack: null,
    error: null,
    ...('context' in draft && { context: draft.context }),
  } as Omit<OutboxRecord, 'seq'>;
}
