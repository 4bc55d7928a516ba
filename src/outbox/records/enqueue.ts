import { stampedFileNames } from '../../format/fileName.ts';
import type { FileEntry } from './commonFields.ts';
import type { Database } from './database.ts';
import { draftStores, dropSentDraft, type SentDraft } from './draftRows.ts';
import type { Environment } from './environment.ts';
import { type CopiedFile, writeBytes } from './fileBytes.ts';
import { OutboxError } from './OutboxError.ts';
import { type Draft, kindOf, type OutboxRecord } from './record.ts';
import { nextOrder, storeChoice } from './registers.ts';
import { addRecord, recordById } from './rows.ts';
import type { WriteTx } from './stores.ts';
import { momentNow } from './written.ts';

export type Owner = { uid: string; email: string };

/** Must stay free beside the files. */
const spareBytes = 1024 * 1024;

/** The optional parts of a record to enqueue. */
type Beside = {
  /** The saved draft it was written in, removed in the same transaction: a crash leaves either the draft or the record. */
  sent?: SentDraft | undefined;
  /** Choices that are sent once it has arrived, and deleted if it is deleted. */
  followers?: readonly Draft[];
  /** When the user sent it; now by default. */
  written?: OutboxRecord['written'];
};

/**
 * Stores what a user sends, durably, before anything is sent. Clear the composer only once this has resolved.
 *
 * @param clientId the idempotency key; the same one twice (a double click) is enqueued once
 * @throws OutboxError of code `full`, `unavailable`, `newer-app` or `signed-out`: nothing was stored
 */
export async function enqueue(
  db: Database,
  env: Environment,
  owner: Owner,
  draft: Draft,
  files: readonly CopiedFile[],
  clientId: string,
  { sent, followers = [], written = momentNow(env) }: Beside = {},
): Promise<OutboxRecord> {
  await checkRoom(env, files);
  let settle: () => void = () => undefined;
  const stored = await writeDurably(db, owner.uid, sent, async (tx) => {
    const existing = await recordById(tx, clientId);
    if (sent) settle = await dropSentDraft(tx, owner.uid, sent, env.now(), Boolean(existing));
    if (existing) return existing;
    const marks = followers.map((follower) => newRecord(env, owner, follower, env.uuid(), written));
    const leads = marks.map(({ laneKey }) => laneKey);
    const record = {
      ...newRecord(env, owner, draft, clientId, written),
      files: await writeFiles(tx, env, files),
      ...(leads.length > 0 && { leads }),
    };
    const added = await addOrChoose(tx, env, record);
    for (const mark of marks) await addOrChoose(tx, env, { ...mark, after: clientId });
    return added;
  });
  settle();
  return stored;
}

/**
 * Stores what a user sends with one action, without files: all of it or nothing.
 *
 * @throws as `enqueue`
 */
export function enqueueAll(
  db: Database,
  env: Environment,
  owner: Owner,
  drafts: readonly Draft[],
  written: OutboxRecord['written'],
): Promise<OutboxRecord[]> {
  return writeDurably(db, owner.uid, undefined, async (tx) => {
    const added: OutboxRecord[] = [];
    for (const draft of drafts)
      added.push(await addOrChoose(tx, env, newRecord(env, owner, draft, env.uuid(), written)));
    return added;
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
  uid: string,
  sent: SentDraft | undefined,
  work: (tx: WriteTx) => Promise<T>,
): Promise<T> {
  try {
    return await db.writeAs(
      uid,
      ['outbox', 'chunks', 'devices', ...(sent ? draftStores : [])],
      work,
      'strict',
    );
  } catch (error) {
    if (error instanceof OutboxError) throw error;
    const isFull = (error as Error)?.name === 'QuotaExceededError';
    throw new OutboxError(isFull ? 'full' : 'unavailable', error);
  }
}

async function checkRoom(env: Environment, files: readonly CopiedFile[]): Promise<void> {
  const needed = files.reduce((sum, file) => sum + file.size, 0);
  if (needed === 0) return;
  const available = await env.storageLeft().catch(() => null);
  if (available !== null && available < needed + spareBytes) throw new OutboxError('full');
}

/** Stores files under the names that they are sent under. */
async function writeFiles(tx: WriteTx, env: Environment, files: readonly CopiedFile[]): Promise<FileEntry[]> {
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

async function addOrChoose(
  tx: WriteTx,
  env: Environment,
  record: Omit<OutboxRecord, 'seq'>,
): Promise<OutboxRecord> {
  if (!kindOf(record).register) return addRecord(tx, record);
  return storeChoice(tx, { ...record, order: await nextOrder(tx, env, record.ownerUid) });
}

/** Returns a record that is not stored yet. */
function newRecord(
  env: Environment,
  owner: Owner,
  draft: Draft,
  clientId: string,
  written: OutboxRecord['written'],
): Omit<OutboxRecord, 'seq'> {
  const jobId = 'jobId' in draft ? draft.jobId : '';
  return {
    v: 1,
    ...(kindOf(draft).needs !== undefined && { needs: kindOf(draft).needs }),
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
    written,
    attempts: 0,
    firstAttemptAt: null,
    misses: 0,
    nextAttemptAt: 0,
    notBefore: 0,
    ...(draft.undoWindowMs && { undoWindowMs: draft.undoWindowMs }),
    maybeSent: false,
    renewToken: false,
    refusedExp: 0,
    claim: null,
    ack: null,
    error: null,
    ...('context' in draft && { context: draft.context }),
  } as Omit<OutboxRecord, 'seq'>;
}
