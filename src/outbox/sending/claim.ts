import type { FileEntry } from '../records/commonFields.ts';
import type { Database } from '../records/database.ts';
import type { Environment, Token, WireResponse } from '../records/environment.ts';
import { kindOf, type OutboxRecord } from '../records/record.ts';
import { releaseFollowers } from '../records/registers.ts';
import {
  dropBytes,
  headOf,
  laneOf,
  recordBySeq,
  removeRecord,
  transition,
  updateRecord,
} from '../records/rows.ts';
import type { WriteTx } from '../records/stores.ts';
import { isUnsentHere, momentNow, type Written } from '../records/written.ts';
import { claimMsOf, type Moment, pieceClaimMs } from './waits.ts';

/**
 * The next step for a lane's head, the first record that has not arrived; everything behind it waits. With `rest`, `dueAt` says when to
 * claim again (null: after an event only), and `hasFiles` that other lanes are uploading.
 */
export type ClaimResult =
  | { todo: 'rest'; dueAt: number | null; hasFiles?: boolean }
  | ({ todo: 'send'; record: OutboxRecord; attemptId: string } & Moment);

type ClaimRequest = {
  laneKey: string;
  token: Token;
  /** The `seq` of delivered records, for each connection: after the storage was cleared, numbers begin anew, over another connection. */
  arrived: WeakMap<object, Set<number>>;
  /** When a head may go on (`waits.ts`). */
  dueAt: (head: OutboxRecord, now: Written) => number | null;
  /** Whether files may go out now. */
  mayUpload: boolean;
  /** Called in the transaction that claims a record. */
  onClaim: (record: OutboxRecord) => void;
};

/** Reads a lane's head and claims it if it can be sent: in one transaction, so that no two claims succeed. */
export function claim(db: Database, env: Environment, request: ClaimRequest): Promise<ClaimResult> {
  return db.writeAs(request.token.uid, ['outbox', 'chunks'], async (tx): Promise<ClaimResult> => {
    const moment = momentNow(env);
    const { at: now } = moment;
    const arrived = request.arrived.get(tx.db) ?? new Set();
    request.arrived.set(tx.db, arrived);
    let head = await headOf(tx, request.token.uid, request.laneKey, arrived);
    if (!head) return { todo: 'rest', dueAt: null };
    let due = request.dueAt(head, moment);
    if (due !== null && due <= now && head.state !== 'queued' && head.state !== 'uncertain') {
      head = await resume(tx, head);
      due = request.dueAt(head, moment);
    }
    if (due === null || due > now) return { todo: 'rest', dueAt: due };
    if (head.state === 'uncertain') head = await transition(tx, head, 'queued');
    if (head.files.length > 0 && !request.mayUpload) return { todo: 'rest', dueAt: now, hasFiles: true };
    request.onClaim(head);
    const attemptId = env.uuid();
    const record = await transition(tx, head, 'sending', {
      claim: { attemptId, holder: env.holder, until: now + claimMsOf(head) },
      attempts: head.attempts + 1,
      maybeSent: head.maybeSent && !isUnsentHere(head, env),
      firstAttemptAt: head.firstAttemptAt ?? now,
    });
    return { todo: 'send', record, attemptId, at: now, elapsed: moment.elapsed };
  });
}

/** Frees a head whose claim has ended, whose user has a newer token, or whose change was left unfinished. */
function resume(tx: WriteTx, head: OutboxRecord): Promise<OutboxRecord> {
  const { state, claim } = head;
  if (state === 'sending') {
    const free = { claim: null, nextAttemptAt: 0 };
    if (claim?.filesOnly) return transition(tx, head, 'queued', free);
    return transition(tx, head, 'uncertain', { ...free, maybeSent: true });
  }
  const misses = state === 'blocked-auth' ? 0 : head.misses;
  return transition(tx, head, 'queued', { misses, nextAttemptAt: 0, error: null });
}

/** The sending of one record under one claim. */
export type Attempt = { ownerUid: string; seq: number; attemptId: string };

/** Writes the outcome of an attempt, if its claim still holds: it may have expired, and another page may have claimed the record. */
export function settle(
  db: Database,
  { ownerUid, seq, attemptId }: Attempt,
  change: (tx: WriteTx, record: OutboxRecord) => Promise<unknown>,
): Promise<void> {
  return db.writeAs(ownerUid, ['outbox', 'chunks'], async (tx) => {
    const record = await recordBySeq(tx, seq);
    if (record?.state !== 'sending' || record.claim?.attemptId !== attemptId) return;
    await change(tx, record);
  });
}

/** The progress of a record's files, and what is sent next. */
type ClaimProgress = {
  files: readonly FileEntry[];
  /** Whether only files are sent next, and not the request itself. */
  filesOnly: boolean;
  /** Whether something got through: earlier failures no longer count. */
  isProgress: boolean;
};

/**
 * Extends a claim while its files are uploading, and saves how far they are.
 *
 * @returns since when it holds; null when it was lost
 */
export async function extendClaim(
  db: Database,
  env: Environment,
  { clientId, ...attempt }: Attempt & { clientId: string },
  { files, filesOnly, isProgress }: ClaimProgress,
): Promise<Moment | null> {
  const since = { at: env.now(), elapsed: env.elapsed() };
  let isMine = false;
  await settle(db, attempt, async (tx, record) => {
    // Another choice has files of its own.
    if (record.clientId !== clientId) return;
    isMine = true;
    const until = since.at + (filesOnly ? pieceClaimMs : claimMsOf({ files: [] }));
    const claim = { attemptId: attempt.attemptId, holder: env.holder, until, filesOnly };
    await updateRecord(tx, record, {
      files: [...files],
      claim,
      ...(isProgress && { misses: 0, renewToken: false }),
    });
  });
  return isMine ? since : null;
}

/** Changes later records of its lane and kind by the response to one, where they have not left. */
async function changeLater(tx: WriteTx, sent: OutboxRecord, response: unknown): Promise<void> {
  const { later: changed } = kindOf(sent);
  if (!changed) return;
  for (const later of await laneOf(tx, sent.ownerUid, sent.laneKey)) {
    if (later.kind !== sent.kind || later.seq <= sent.seq || later.maybeSent) continue;
    const payload = changed(later.payload, sent.payload, response);
    if (payload !== later.payload) await updateRecord(tx, later, { payload });
  }
}

/** Writes that a record has arrived, whatever its state is by now; another choice that replaced it meanwhile has not. */
export function acknowledge(
  db: Database,
  env: Environment,
  sent: Pick<OutboxRecord, 'ownerUid' | 'seq' | 'clientId' | 'claim'>,
  { serverId, response }: WireResponse,
): Promise<void> {
  return db.writeAs(sent.ownerUid, ['outbox', 'chunks'], async (tx) => {
    const record = await recordBySeq(tx, sent.seq);
    if (!record || record.state === 'acked') return;
    if (record.clientId !== sent.clientId) {
      const isMine = record.state === 'sending' && record.claim?.attemptId === sent.claim?.attemptId;
      // Another choice is wanted by now.
      if (isMine) await transition(tx, record, 'queued', { claim: null, misses: 0, nextAttemptAt: 0 });
      return;
    }
    const ack = { at: env.now(), serverId };
    const acked = await transition(tx, record, 'acked', { claim: null, error: null, ack });
    await changeLater(tx, record, response);
    await releaseFollowers(tx, record);
    if (!kindOf(record).staysUntilRead) return removeRecord(tx, acked, 'linked');
    await dropBytes(tx, acked);
  });
}
