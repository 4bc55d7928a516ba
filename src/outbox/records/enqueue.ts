import type * as v from 'valibot';
import { draftStores, dropSent, type SentDraft } from '../drafts/draftRows.ts';
import { OutboxError } from '../OutboxError.ts';
import { resumedState } from '../sending/claim.ts';
import { frozenNames } from '../sending/frozenNames.ts';
import type { World } from '../sending/world.ts';
import type { Database, WriteTx } from './database.ts';
import { type HeldFile, writeBytes } from './fileBytes.ts';
import {
  type FileEntry,
  laneKeyOf,
  type MessagePayload,
  type OutboxRecord,
  type ReportPayload,
  type TogglePayload,
  type UpdatePayload,
} from './record.ts';
import { add, laneOf, moveTo, recordById, remove } from './rows.ts';

export type Owner = { uid: string; email: string };

/** What a person means to send. */
export type Draft =
  | {
      kind: 'message';
      jobId: string;
      payload: v.InferOutput<typeof MessagePayload>;
      /** Ids of the conversation as the sender saw it, where it was loaded. */
      known?: readonly string[];
    }
  | { kind: 'toggle'; jobId: string; payload: v.InferOutput<typeof TogglePayload> }
  | { kind: 'report'; payload: v.InferOutput<typeof ReportPayload>; context?: unknown }
  | { kind: 'update'; jobId: string; payload: v.InferOutput<typeof UpdatePayload>; context?: unknown };

/** Left free beside the files. */
const spareBytes = 1024 * 1024;

/**
 * Keeps what a person sends, durably, before anything travels. Only when this has answered may the composer be cleared.
 *
 * @param clientId the idempotency key; the same one twice (a double click) is kept once
 * @param sent the saved draft this was written in; it goes in the same transaction, so that a crash leaves either the draft or the
 *   record, never both and never none
 * @throws OutboxError of code `full`, `unavailable`, `newer-app` or `signed-out`: nothing was kept
 */
export async function enqueue(
  db: Database,
  world: World,
  owner: Owner,
  draft: Draft,
  files: readonly HeldFile[],
  clientId: string,
  sent?: SentDraft,
): Promise<OutboxRecord> {
  await checkRoom(world, files);
  try {
    return await db.write(
      ['outbox', 'chunks', 'session', ...(sent ? draftStores : [])],
      async (tx) => {
        if (sent) await dropSent(tx, sent, world.now());
        const kept = await recordById(tx, clientId);
        if (kept) return kept;
        await checkSession(tx, owner.uid);
        const record = newRecord(world, owner, draft, clientId);
        // What a message without files is does not depend on those before it: their number costs nothing.
        const isAlone = draft.kind !== 'toggle' && files.length === 0;
        const lane = isAlone ? [] : await laneOf(tx, owner.uid, record.laneKey);
        if (draft.kind === 'toggle') {
          const same = await makeWay(tx, world, lane, draft.payload.target);
          if (same) return same;
        }
        const entries = await writeFiles(tx, world, files, lane);
        return add(tx, { ...record, files: entries } as OutboxRecord);
      },
      'strict',
    );
  } catch (error) {
    throw asOutboxError(error);
  }
}

/** Another page may have signed this person out: what is written after that would stay on the device. */
export async function checkSession(tx: WriteTx, uid: string): Promise<void> {
  const session = await tx.objectStore('session').get('current');
  if (session && session.uid !== uid) throw new OutboxError('signed-out');
}

export async function checkRoom(world: World, files: readonly HeldFile[]): Promise<void> {
  const needed = files.reduce((sum, file) => sum + file.size, 0);
  if (needed === 0) return;
  const left = await world.storageLeft().catch(() => null);
  if (left !== null && left < needed + spareBytes) throw new OutboxError('full');
}

export function asOutboxError(error: unknown): OutboxError {
  if (error instanceof OutboxError) return error;
  const isFull = (error as Error)?.name === 'QuotaExceededError';
  return new OutboxError(isFull ? 'full' : 'unavailable', error);
}

/** Writes the bytes under names that no other record of the lane has: a name alone tells a message's twin. */
export async function writeFiles(
  tx: WriteTx,
  world: World,
  files: readonly HeldFile[],
  lane: readonly OutboxRecord[],
): Promise<FileEntry[]> {
  const taken = new Set(lane.flatMap((record) => record.files.map((file) => file.name)));
  const names = frozenNames(
    files.map((file) => file.name),
    world.now(),
    taken,
  );
  const entries: FileEntry[] = [];
  for (const [n, file] of files.entries()) {
    const blobId = world.uuid();
    await writeBytes(tx, blobId, file);
    const { type, size, sha256 } = file;
    entries.push({ blobId, name: names[n] ?? file.name, chosenName: file.name, type, size, sha256 });
  }
  return entries;
}

/**
 * Later targets replace earlier ones that never left. One that may have arrived goes first all the same, because its late
 * request could undo this one.
 *
 * @returns the record that asks for this target already, if the last one does
 */
async function makeWay(
  tx: WriteTx,
  world: World,
  lane: readonly OutboxRecord[],
  target: string,
): Promise<OutboxRecord | null> {
  const last = lane.at(-1);
  if (last?.kind === 'toggle' && last.payload.target === target && isGoing(last)) return last;
  for (const record of lane) {
    if (record.state === 'failed' && record.maybeSent) {
      await moveTo(tx, record, resumedState(record, world), { nextAttemptAt: 0, error: null });
    } else if (!record.maybeSent && record.state !== 'sending' && record.state !== 'acked') {
      await remove(tx, record, 'superseded');
    }
  }
  return null;
}

function isGoing({ state }: OutboxRecord): boolean {
  return state === 'queued' || state === 'sending' || state === 'uncertain';
}

function newRecord(world: World, owner: Owner, draft: Draft, clientId: string): Omit<OutboxRecord, 'seq'> {
  const jobId = draft.kind === 'report' ? '' : draft.jobId;
  const communicationId = draft.kind === 'toggle' ? draft.payload.communicationId : '';
  return {
    v: 1,
    clientId,
    ownerUid: owner.uid,
    ownerEmail: owner.email,
    laneKey: laneKeyOf({ kind: draft.kind, jobId }, clientId, communicationId),
    jobId,
    kind: draft.kind,
    payload: draft.payload,
    files: [],
    state: 'queued',
    createdAt: world.now(),
    attempts: 0,
    firstAttemptAt: null,
    misses: 0,
    nextAttemptAt: 0,
    notBefore: 0,
    maybeSent: false,
    renewToken: false,
    refusedExp: 0,
    claim: null,
    baseline: draft.kind === 'message' && draft.known ? [...draft.known] : null,
    hasLooked: false,
    emptyRead: null,
    ack: null,
    error: null,
    ...('context' in draft && { context: draft.context }),
  } as Omit<OutboxRecord, 'seq'>;
}
