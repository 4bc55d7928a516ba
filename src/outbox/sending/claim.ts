import type { Database, WriteTx } from '../records/database.ts';
import { addToggles, leaveToToggle } from '../records/enqueue.ts';
import { type FileEntry, laneKeyOf, type OutboxRecord, toggleLane } from '../records/record.ts';
import {
  add,
  amend,
  dropBytes,
  headOf,
  laneOf,
  moveTo,
  recordById,
  recordBySeq,
  remove,
} from '../records/rows.ts';
import type { Environment, Token } from './environment.ts';
import { claimMsOf, type Moment, pieceClaimMs, resumedState } from './waits.ts';

/**
 * What to do for a lane's head, the first record that has not arrived; everything behind it waits. With `rest`, `dueAt` says when to
 * claim again (null: after an event only), `hasFiles` that other lanes are uploading, and `isWaiting` that it waits for a record of another
 * lane.
 */
export type Task =
  | { todo: 'rest'; dueAt: number | null; hasFiles?: boolean; isWaiting?: boolean }
  | { todo: 'baseline' | 'look'; record: OutboxRecord }
  | ({ todo: 'send'; record: OutboxRecord; attemptId: string } & Moment);

type ClaimRequest = {
  laneKey: string;
  token: Token;
  /** Delivered records, by `seq`. */
  arrived: Set<number>;
  /** When a head may go on (`waits.ts`). */
  dueAt: (head: OutboxRecord, now: number) => number | null;
  /** Whether files may go out now. */
  mayUpload: boolean;
};

/** Reads a lane's head and claims it where it can be sent: in one transaction, so that no two can. */
export function claim(db: Database, env: Environment, request: ClaimRequest): Promise<Task> {
  return db.write(['outbox', 'chunks'], async (tx): Promise<Task> => {
    const now = env.now();
    let head = await headOf(tx, request.token.uid, request.laneKey, request.arrived);
    if (!head) return { todo: 'rest', dueAt: null };
    let due = request.dueAt(head, now);
    if (due !== null && due <= now && head.state !== 'queued' && head.state !== 'uncertain') {
      head = await resume(tx, env, head);
      due = request.dueAt(head, now);
    }
    if (due === null || due > now) return { todo: 'rest', dueAt: due };
    if (await waitsForStatus(tx, head)) return { todo: 'rest', dueAt: null, isWaiting: true };
    if (head.state === 'uncertain') {
      if (!env.honoursKeys) return { todo: 'look', record: head };
      head = await moveTo(tx, head, 'queued');
    }
    const isPost = head.kind === 'message' || head.kind === 'note';
    if (!env.honoursKeys && isPost && !head.hasLooked) {
      return { todo: 'baseline', record: head };
    }
    // It was being sent when the toggle was chosen, and was refused since.
    if (head.kind === 'toggle') await leaveToToggle(tx, head, head.payload.communicationId);
    if (head.files.length > 0 && !request.mayUpload) return { todo: 'rest', dueAt: now, hasFiles: true };
    const attemptId = env.uuid();
    const record = await moveTo(tx, head, 'sending', {
      claim: { attemptId, holder: env.holder, until: now + claimMsOf(head) },
      attempts: head.attempts + 1,
      firstAttemptAt: head.firstAttemptAt ?? now,
    });
    return { todo: 'send', record, attemptId, at: now, elapsed: env.elapsed() };
  });
}

/**
 * Whether an earlier record of another lane sets the status of a message that this one sets too, and is on its way: the last choice must
 * be carried out last. What was refused, or waits behind that, delays nothing.
 */
async function waitsForStatus(tx: WriteTx, head: OutboxRecord): Promise<boolean> {
  const lanes: string[] = [];
  if (head.kind === 'toggle') lanes.push(laneKeyOf({ kind: 'message', jobId: head.jobId }, ''));
  if (head.kind === 'message') lanes.push(...(head.payload.addressed ?? []).map(toggleLane));
  for (const laneKey of lanes) {
    for (const { seq, state, kind, payload } of await laneOf(tx, head.ownerUid, laneKey)) {
      if (seq > head.seq || state === 'failed') break;
      const isOther =
        head.kind === 'toggle' &&
        !(kind === 'message' && payload.addressed?.includes(head.payload.communicationId));
      if (state !== 'acked' && !isOther) return true;
    }
  }
  return false;
}

/** Frees a head whose claim has ended, whose user has a newer token, or whose change was left unfinished. */
function resume(tx: WriteTx, env: Environment, head: OutboxRecord): Promise<OutboxRecord> {
  const { state, claim } = head;
  if (state === 'sending') {
    const free = { claim: null, nextAttemptAt: 0 };
    if (claim?.filesOnly) return moveTo(tx, head, 'queued', free);
    return moveTo(tx, head, 'uncertain', { ...free, maybeSent: true });
  }
  const misses = state === 'blocked-auth' ? 0 : head.misses;
  return moveTo(tx, head, resumedState(head, env), { misses, nextAttemptAt: 0, error: null });
}

/** Writes the outcome of an attempt, if its claim still holds: it may have expired, and another page may have claimed the record. */
export function settle(
  db: Database,
  { seq, attemptId }: { seq: number; attemptId: string },
  change: (tx: WriteTx, record: OutboxRecord) => Promise<unknown>,
): Promise<void> {
  return db.write(['outbox', 'chunks'], async (tx) => {
    const record = await recordBySeq(tx, seq);
    if (record?.state !== 'sending' || record.claim?.attemptId !== attemptId) return;
    await change(tx, record);
  });
}

/** How far the files of a record are, and what is sent next. */
type ClaimProgress = {
  files: readonly FileEntry[];
  /** Not the request itself yet. */
  filesOnly: boolean;
  /** The connection works: earlier failures no longer count. */
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
  { seq, attemptId }: { seq: number; attemptId: string },
  { files, filesOnly, isProgress }: ClaimProgress,
): Promise<Moment | null> {
  const since = { at: env.now(), elapsed: env.elapsed() };
  let isMine = false;
  await settle(db, { seq, attemptId }, async (tx, record) => {
    isMine = true;
    const until = since.at + (filesOnly ? pieceClaimMs : claimMsOf({ files: [] }));
    const claim = { attemptId, holder: env.holder, until, filesOnly };
    await amend(tx, record, {
      files: [...files],
      claim,
      ...(isProgress && { misses: 0, renewToken: false }),
    });
  });
  return isMine ? since : null;
}

/**
 * Raises the version of later changes that were made on top of a delivered one while it waited. Between their version and the new one
 * there is nothing but that change. A change of another version was made from another state of the job: the server refuses it as
 * stale, and its author decides.
 */
async function raiseLater(
  tx: WriteTx,
  changed: Extract<OutboxRecord, { kind: 'update' }>,
  version: number,
): Promise<void> {
  for (const later of await laneOf(tx, changed.ownerUid, changed.laneKey)) {
    const isOnTop = later.kind === 'update' && later.seq > changed.seq && !later.maybeSent;
    if (!isOnTop || later.payload.version !== changed.payload.version) continue;
    await amend(tx, later, { payload: { ...later.payload, version } });
  }
}

type AckedResponse = {
  version?: number | null;
  next?: Omit<OutboxRecord, 'seq'> | null;
  addressed?: readonly string[] | undefined;
};

/**
 * Writes that a record has arrived, whatever its state is by now; one that was edited meanwhile is another record.
 *
 * @param response what the response says, where there is one: the version of the job after a change, what is to be sent because of it,
 *   which is enqueued in the same transaction, and the messages that were marked with a message
 */
export function acknowledge(
  db: Database,
  env: Environment,
  sent: Pick<OutboxRecord, 'seq' | 'clientId'>,
  serverId: string | null,
  { version = null, next = null, addressed = [] }: AckedResponse = {},
): Promise<void> {
  return db.write(['outbox', 'chunks'], async (tx) => {
    const record = await recordBySeq(tx, sent.seq);
    if (!record || record.clientId !== sent.clientId || record.state === 'acked') return;
    const ack = { at: env.now(), serverId };
    const acked = await moveTo(tx, record, 'acked', { claim: null, error: null, emptyRead: null, ack });
    if (record.kind === 'update' && version !== null) await raiseLater(tx, record, version);
    if (next && !(await recordById(tx, next.clientId))) await add(tx, next);
    if (record.kind === 'toggle' || record.kind === 'update' || record.kind === 'shot')
      return remove(tx, acked, 'linked');
    if (acked.kind === 'message') await addToggles(tx, env, acked, addressed);
    await dropBytes(tx, acked);
  });
}
