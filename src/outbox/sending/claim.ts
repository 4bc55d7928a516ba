import type { Database, WriteTx } from '../records/database.ts';
import type { FileEntry, OutboxRecord } from '../records/record.ts';
import { amend, dropBytes, headOf, laneOf, moveTo, recordBySeq, remove } from '../records/rows.ts';
import { bytesOf, claimEndsAt, claimMsOf, dueAt, pieceClaimMs, resumesAt } from './waits.ts';
import type { Token, World } from './world.ts';

/**
 * What a lane's head needs. The head is the first record that has not arrived; everything behind it waits.
 * `rest` says when the lane is worth another look, null for "when a person did something"; `carries`, that it is for its files.
 */
export type Task =
  | { todo: 'rest'; dueAt: number | null; carries?: boolean }
  | { todo: 'baseline' | 'look'; record: OutboxRecord }
  | { todo: 'send'; record: OutboxRecord; attemptId: string; at: number; elapsed: number };

type Asking = {
  laneKey: string;
  token: Token;
  /** What is known to have arrived, by `seq`. */
  arrived: Set<number>;
  /** Whether a record's back-off is to be passed over now. */
  isEager: (record: OutboxRecord) => boolean;
  /** Larger uploads are left to a page. */
  largestUploadBytes: number;
  /** Whether files may go out now. */
  mayCarry: boolean;
  /** Nobody else drains, as far as locks can tell. */
  isAlone: boolean;
};

/** Reads a lane's head and claims it where it can be sent: in one transaction, so that no two can. */
export function claim(db: Database, world: World, asking: Asking): Promise<Task> {
  return db.write(['outbox', 'chunks'], async (tx): Promise<Task> => {
    const now = world.now();
    let head = await headOf(tx, asking.token.uid, asking.laneKey, asking.arrived);
    if (!head) return { todo: 'rest', dueAt: null };
    if (head.state === 'sending') {
      const endsAt = claimEndsAt(head, now, asking.isAlone, world.honoursKeys);
      if (endsAt > now) return { todo: 'rest', dueAt: endsAt };
      const free = { claim: null, nextAttemptAt: 0 };
      head = head.claim?.filesOnly
        ? await moveTo(tx, head, 'queued', free)
        : await moveTo(tx, head, 'uncertain', { ...free, maybeSent: true });
    }
    if (head.state === 'blocked-auth') {
      if (asking.token.exp <= head.refusedExp) return { todo: 'rest', dueAt: null };
      head = await moveTo(tx, head, resumedState(head, world), { misses: 0, nextAttemptAt: 0, error: null });
    }
    if (head.state === 'failed') {
      const endsAt = resumesAt(head, now);
      if (endsAt === null || endsAt > now) return { todo: 'rest', dueAt: endsAt };
      head = await moveTo(tx, head, resumedState(head, world), { nextAttemptAt: 0, error: null });
    }
    const due = dueAt(head, now, asking.isEager(head));
    if (due > now) return { todo: 'rest', dueAt: due };
    if (head.state === 'uncertain') {
      if (!world.honoursKeys) return { todo: 'look', record: head };
      head = await moveTo(tx, head, 'queued');
    }
    if (!world.honoursKeys && head.kind === 'message' && !head.hasLooked) {
      return { todo: 'baseline', record: head };
    }
    if (bytesOf(head) > asking.largestUploadBytes) {
      return { todo: 'rest', dueAt: null };
    }
    if (head.files.length > 0 && !asking.mayCarry) return { todo: 'rest', dueAt: now, carries: true };
    const attemptId = world.uuid();
    const record = await moveTo(tx, head, 'sending', {
      claim: { attemptId, holder: world.holder, until: now + claimMsOf(head) },
      attempts: head.attempts + 1,
      firstAttemptAt: head.firstAttemptAt ?? now,
    });
    return { todo: 'send', record, attemptId, at: now, elapsed: world.elapsed() };
  });
}

/** Where a record goes on that was stopped: what may have been carried out is looked for first, where keys do not protect it. */
export function resumedState(
  record: OutboxRecord,
  world: Pick<World, 'honoursKeys'>,
): 'queued' | 'uncertain' {
  return record.maybeSent && !world.honoursKeys ? 'uncertain' : 'queued';
}

/**
 * Writes what became of an attempt, if the record is still this attempt's to write. The claim may have run out, and somebody
 * else may have gone on with it.
 */
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

/** How far the files of a record are, and what is about to leave. */
type Holding = {
  files: readonly FileEntry[];
  /** Not the request itself yet. */
  filesOnly: boolean;
  /** The line works: what failed before does not count any more. */
  isProgress: boolean;
};

/**
 * Makes a claim hold on while its files go out, and notes how far they are.
 *
 * @returns since when it holds; null when it is somebody else's by now
 */
export async function holdOn(
  db: Database,
  world: World,
  { seq, attemptId }: { seq: number; attemptId: string },
  { files, filesOnly, isProgress }: Holding,
): Promise<{ at: number; elapsed: number } | null> {
  const since = { at: world.now(), elapsed: world.elapsed() };
  let isMine = false;
  await settle(db, { seq, attemptId }, async (tx, record) => {
    isMine = true;
    const until = since.at + (filesOnly ? pieceClaimMs : claimMsOf({ files: [] }));
    const claim = { attemptId, holder: world.holder, until, filesOnly };
    await amend(tx, record, {
      files: [...files],
      claim,
      ...(isProgress && { misses: 0, renewToken: false }),
    });
  });
  return isMine ? since : null;
}

/**
 * What was written on top of a change while it waited names the same version of the job as it did. Between that version and
 * the one after the change lies nothing but the change itself, so it goes on from there; what names another version was
 * made from another state of the job, and is for its author to decide when it is refused as stale.
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

/**
 * Writes that a record has arrived. True whenever it comes and whoever brings it; a record that was edited meanwhile is
 * another one.
 *
 * @param version of the job after it, where the answer tells
 */
export function acknowledge(
  db: Database,
  world: World,
  sent: Pick<OutboxRecord, 'seq' | 'clientId'>,
  serverId: string | null,
  version: number | null = null,
): Promise<void> {
  return db.write(['outbox', 'chunks'], async (tx) => {
    const record = await recordBySeq(tx, sent.seq);
    if (!record || record.clientId !== sent.clientId || record.state === 'acked') return;
    const ack = { at: world.now(), serverId };
    const acked = await moveTo(tx, record, 'acked', { claim: null, error: null, emptyRead: null, ack });
    if (record.kind === 'update' && version !== null) await raiseLater(tx, record, version);
    if (record.kind === 'toggle' || record.kind === 'update') return remove(tx, acked, 'linked');
    await dropBytes(tx, acked);
    // Where keys are honoured nobody looks; on the screen it counts when this one leaves the lane.
    if (serverId === null || world.honoursKeys) return;
    // What waits behind it cannot be the message that just arrived, were its words the same.
    for (const later of await laneOf(tx, record.ownerUid, record.laneKey)) {
      if (later.seq > record.seq && later.kind === 'message' && later.baseline) {
        await amend(tx, later, { baseline: [...later.baseline, serverId] });
      }
    }
  });
}
