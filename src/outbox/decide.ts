import { draftStores, dropSent, type SentDraft } from './drafts/draftRows.ts';
import { OutboxError } from './OutboxError.ts';
import type { Database, WriteTx } from './records/database.ts';
import { asOutboxError, checkRoom, checkSession, writeFiles } from './records/enqueue.ts';
import type { HeldFile } from './records/fileBytes.ts';
import { readBytes } from './records/fileBytes.ts';
import type { OutboxRecord } from './records/record.ts';
import { amend, dropBytes, headsOf, laneOf, moveTo, recordById, remove } from './records/rows.ts';
import { resumedState } from './sending/claim.ts';
import { heldCode, holdMs, isHeld } from './sending/waits.ts';
import type { KeptFile, World } from './sending/world.ts';

/** What a person may do with a record that has not arrived. Each throws `OutboxError` `gone` or `being-sent`. */

async function mine(
  tx: WriteTx,
  ownerUid: string,
  clientId: string,
  mayBeOnItsFiles = false,
): Promise<OutboxRecord> {
  const record = await recordById(tx, clientId);
  if (!record || record.ownerUid !== ownerUid || record.state === 'acked') throw new OutboxError('gone');
  const isLeaving = record.state === 'sending' && !(mayBeOnItsFiles && record.claim?.filesOnly);
  if (isLeaving) throw new OutboxError('being-sent');
  return record;
}

/** Tries again now, under the same key. */
export async function retry(db: Database, world: World, ownerUid: string, clientId: string): Promise<void> {
  const now = { nextAttemptAt: 0, notBefore: 0, misses: 0 };
  await db.write(['outbox'], async (tx) => {
    const record = await mine(tx, ownerUid, clientId);
    const isStopped = record.state === 'failed' || record.state === 'blocked-auth';
    if (isStopped) await moveTo(tx, record, resumedState(record, world), { ...now, error: null });
    else await amend(tx, record, now);
  });
}

/** Lifts the backend's `Retry-After` from all that waits of a person: they ask for another try, or opened the app anew. */
export async function liftWaits(db: Database, ownerUid: string): Promise<void> {
  const isWaiting = ({ notBefore }: OutboxRecord) => notBefore > 0;
  const heads = await db.read(['outbox'], (tx) => headsOf(tx, ownerUid));
  if (!heads.some(isWaiting)) return;
  await db.write(['outbox'], async (tx) => {
    for (const head of (await headsOf(tx, ownerUid)).filter(isWaiting))
      await amend(tx, head, { notBefore: 0 });
  });
}

/**
 * Changes what is to be sent, in its place in the line. From here on it is another thing: it gets a new key.
 *
 * @param payload of the record's kind
 * @param sent the saved draft of the change, which goes in the same transaction
 * @returns the new key
 * @throws OutboxError `being-sent` also for what may have arrived already
 */
export async function edit(
  db: Database,
  world: World,
  ownerUid: string,
  clientId: string,
  payload: OutboxRecord['payload'],
  files: readonly HeldFile[],
  { context, sent }: { context?: unknown; sent?: SentDraft | undefined } = {},
): Promise<string> {
  await checkRoom(world, files);
  const newId = world.uuid();
  const write = async (tx: WriteTx) => {
    if (await recordById(tx, newId)) return;
    await checkSession(tx, ownerUid);
    const record = await mine(tx, ownerUid, clientId);
    if (mayHaveArrived(record)) throw new OutboxError('being-sent');
    if (sent) await dropSent(tx, sent, world.now());
    await dropBytes(tx, record);
    const others = (await laneOf(tx, ownerUid, record.laneKey)).filter((other) => other.seq !== record.seq);
    const fresh = {
      clientId: newId,
      payload,
      files: await writeFiles(tx, world, files, others),
      attempts: 0,
      firstAttemptAt: null,
      misses: 0,
      nextAttemptAt: 0,
      notBefore: 0,
      maybeSent: false,
      emptyRead: null,
      error: null,
      ...(context !== undefined && { context }),
    };
    if (record.state === 'queued') await amend(tx, record, fresh);
    else await moveTo(tx, record, 'queued', fresh);
  };
  try {
    await db.write(['outbox', 'chunks', 'session', ...(sent ? draftStores : [])], write, 'strict');
  } catch (error) {
    throw asOutboxError(error);
  }
  return newId;
}

function mayHaveArrived({ state, maybeSent }: OutboxRecord): boolean {
  return state === 'uncertain' || (maybeSent && state !== 'failed');
}

/**
 * Holds it back while the person changes it; it goes on by `edit` or `retry`, or by itself once nobody has held it for
 * `holdMs`: a window that ended in the middle of a change delays its lane for no longer. What was refused stays as it is.
 *
 * @throws OutboxError `being-sent` also for what may have arrived already
 */
export async function hold(
  db: Database,
  world: Pick<World, 'now'>,
  ownerUid: string,
  clientId: string,
): Promise<void> {
  const error = { code: heldCode, status: 0, text: 'You were changing this.' };
  const nextAttemptAt = world.now() + holdMs;
  await db.write(['outbox'], async (tx) => {
    const record = await mine(tx, ownerUid, clientId);
    if (mayHaveArrived(record)) throw new OutboxError('being-sent');
    if (record.state !== 'failed') await moveTo(tx, record, 'failed', { error, nextAttemptAt });
    else if (isHeld(record)) await amend(tx, record, { nextAttemptAt });
  });
}

/**
 * Takes it out of the line, be it while its files go out; what waited behind it goes on.
 *
 * @returns its `seq`
 */
export function discard(db: Database, ownerUid: string, clientId: string): Promise<number> {
  return db.write(['outbox', 'chunks'], async (tx) => {
    const record = await mine(tx, ownerUid, clientId, true);
    await remove(tx, record, 'cancelled');
    return record.seq;
  });
}

/** The files of a record, for editing it or saving them elsewhere; null when bytes are missing. */
export function keptFiles(db: Database, record: OutboxRecord): Promise<KeptFile[] | null> {
  return db.read(['chunks'], (tx) => readBytes(tx, record.files));
}
