import { ApiError, asApiError } from '../../api/ApiError.ts';
import { claimsOf } from '../../api/claims.ts';
import type { ResponseOf } from '../../contract/calls.ts';
import { requestTimeoutMs } from '../../contract/limits.ts';
import type { Database } from '../records/database.ts';
import { readBytes } from '../records/fileBytes.ts';
import type { OutboxRecord } from '../records/record.ts';
import { amend, moveTo, recordBySeq } from '../records/rows.ts';
import { acknowledge, holdOn, settle, type Task } from './claim.ts';
import { goesInPieces, sendPieces, type Turn } from './sendPieces.ts';
import { backoffMs, bytesOf, longestRetryAfterMs, type Moment, stoodStill, timeoutMsOf } from './waits.ts';
import type { Delivered, Outbound, Token, World } from './world.ts';

type Send = Extract<Task, { todo: 'send' }>;

/**
 * Sends a claimed record once and writes what became of it.
 *
 * @param turn asked and told while files go out in pieces
 * @returns the answer when it arrived, the error when it was refused for good
 */
export async function attempt(
  db: Database,
  world: World,
  task: Send,
  token: Token,
  turn: Turn,
): Promise<Delivered | ApiError | null> {
  const { record, attemptId } = task;
  const mine = { seq: record.seq, attemptId };
  let loaded: Awaited<ReturnType<typeof load>> | undefined;
  let delivered: Delivered;
  try {
    loaded = await load(db, world, task, token, turn);
    if (loaded === 'lost') {
      const error = { code: 'file-lost', status: 0, text: 'A file of this is no longer on this device.' };
      await settle(db, mine, (tx, now) => moveTo(tx, now, 'failed', { claim: null, error }));
      return null;
    }
    if (loaded === 'stopped' || !mayLeave(world, record, loaded, token)) {
      // Nothing has left: whoever claims it next sends it. What was told to make way did not fail.
      const due = loaded === 'stopped' ? { nextAttemptAt: 0 } : {};
      await settle(db, mine, (tx, now) => moveTo(tx, now, 'queued', { claim: null, ...due }));
      return null;
    }
    delivered = await sendInTime(world, record, loaded, token.idToken);
  } catch (error) {
    // This device's doing: the claim runs out, and it is tried again.
    if (!loaded && !(error instanceof ApiError)) throw error;
    const failure = asApiError(error);
    await writeFailure(db, world, mine, failure, token);
    return classify(failure, record) === 'failed' ? failure : null;
  }
  await acknowledge(db, world, record, delivered.serverId, versionAfter(record, delivered));
  return delivered;
}

/** The version of a job after a change of it. A stamped result fits any version, so its answer tells nothing of what was changed. */
function versionAfter(record: OutboxRecord, { answer }: Delivered): number | null {
  if (record.kind !== 'update' || 'deliverable' in record.payload) return null;
  return (answer as ResponseOf<'updateJob'> | null)?.job?.version ?? null;
}

/** A record's files as its request takes them, and since when the claim holds. */
type Loaded = Pick<Outbound, 'files'> & { uploads: string[] } & Moment;

async function load(
  db: Database,
  world: World,
  { record, attemptId, at, elapsed }: Send,
  token: Token,
  turn: Turn,
): Promise<Loaded | 'stopped' | 'lost'> {
  const { idToken } = token;
  if (goesInPieces(world, record) && mayLeave(world, record, { at, elapsed }, token)) {
    if (await world.wire.pieces.offered(idToken)) {
      const sent = await sendPieces(db, world, { record, attemptId, idToken }, turn);
      return typeof sent === 'string' ? sent : { files: [], ...sent };
    }
    // Whoever took some of it takes no pieces any more: it is claimed anew, for as long as the whole takes.
    const files = withoutUploads(record.files);
    if (files !== record.files) {
      const holding = { files, filesOnly: true, isProgress: false };
      await holdOn(db, world, { seq: record.seq, attemptId }, holding);
      return 'stopped';
    }
  }
  const files =
    record.files.length === 0 ? [] : await db.read(['chunks'], (tx) => readBytes(tx, record.files));
  return files ? { files, uploads: [], at, elapsed } : 'lost';
}

function withoutUploads(files: OutboxRecord['files']): OutboxRecord['files'] {
  return files.some(({ upload }) => upload) ? files.map(({ upload: _, ...file }) => file) : files;
}

/** False when somebody else may be sending it now. */
function mayLeave(world: World, record: OutboxRecord, since: Moment, { idToken }: Token): boolean {
  const isLate = stoodStill(since, { at: world.now(), elapsed: world.elapsed() });
  return !isLate && subjectOf(idToken) === record.ownerUid;
}

/** Returns the user of a token; the bearer must be the one who wrote the record. */
export function subjectOf(idToken: string): string {
  return claimsOf(idToken)?.sub ?? '';
}

/**
 * The wire has time limits of its own, one for a look at the line and one for the request; this one is for a wire that forgets
 * them, because a lane would stand still for good.
 */
async function sendInTime(
  world: World,
  record: OutboxRecord,
  { files, uploads }: Pick<Loaded, 'files' | 'uploads'>,
  idToken: string,
): Promise<Delivered> {
  const timeoutMs = timeoutMsOf(uploads.length > 0 ? { files: [] } : record);
  const late = Promise.withResolvers<never>();
  const cancel = world.after(requestTimeoutMs + timeoutMs + 5000, () => late.reject(new ApiError('timeout')));
  try {
    return await Promise.race([
      world.wire.send({ record, files, uploads, idToken, timeoutMs }),
      late.promise,
    ]);
  } finally {
    cancel();
  }
}

/** What a failed request means for its record. */
type Verdict =
  /** Refused for good: a person must look. */
  | 'failed'
  /** Certainly not carried out: may be sent again as it is. */
  | 'again'
  /** The token was not taken. */
  | 'unauthorized'
  /** Perhaps carried out. */
  | 'uncertain';

/** A file request that dies on the wire again and again, while the backend can be reached, is too large for something between. */
const missesUntilTooLarge = 3;
/** Nothing between refuses so little: what dies on the wire then died of the wire. */
const leastTooLargeBytes = 256 * 1024;

/**
 * Only what the backend itself said is final. No answer, an answer that is not provably the backend's (whatever its status), 408,
 * 5xx and a key still in use leave it open whether the request was carried out.
 */
function classify(error: ApiError, record: Pick<OutboxRecord, 'misses' | 'files'>): Verdict {
  if (error.status === 401) return 'unauthorized';
  // The server knows an upload no more: its file goes once more, and then the request.
  if (error.status === 429 || error.unsent || error.code === 'upload-gone') return 'again';
  const isTooLarge =
    error.code === 'content-too-large' || (error.code === 'too-large' && !error.foreignStatus);
  const mayBeTooLarge = isTooLarge && bytesOf(record) >= leastTooLargeBytes;
  if (mayBeTooLarge && record.misses + 1 >= missesUntilTooLarge) return 'failed';
  return error.definite ? 'failed' : 'uncertain';
}

function writeFailure(
  db: Database,
  world: World,
  mine: { seq: number; attemptId: string },
  error: ApiError,
  token: Token,
): Promise<void> {
  return settle(db, mine, async (tx, record) => {
    const wait = world.now() + backoffMs(world, record.misses + 1);
    const kept = {
      claim: null,
      misses: record.misses + 1,
      error: { code: error.code, status: error.status, text: error.message },
      renewToken: false,
    };
    // A backend without keys may have used the upload for this very record.
    const isGone = error.code === 'upload-gone';
    const files = isGone ? withoutUploads(record.files) : record.files;
    switch (isGone && !world.honoursKeys ? 'uncertain' : classify(error, record)) {
      case 'failed':
        return moveTo(tx, record, 'failed', { ...kept, maybeSent: record.maybeSent || !error.definite });
      case 'unauthorized':
        // One try with a renewed token, then it waits for the person to sign in. Never deleted.
        if (!record.renewToken) {
          return moveTo(tx, record, 'queued', { ...kept, renewToken: true, nextAttemptAt: 0 });
        }
        return moveTo(tx, record, 'blocked-auth', { ...kept, refusedExp: token.exp });
      case 'again': {
        const asked = Math.min(error.retryAfterMs ?? 0, longestRetryAfterMs);
        return moveTo(tx, record, 'queued', {
          ...kept,
          files,
          notBefore: world.now() + asked,
          nextAttemptAt: wait,
        });
      }
      case 'uncertain':
        return moveTo(tx, record, 'uncertain', {
          ...kept,
          files,
          maybeSent: true,
          // Looking costs nothing and must not wait as sending again must.
          nextAttemptAt: world.honoursKeys ? wait : 0,
          notBefore: world.now() + Math.min(error.retryAfterMs ?? 0, longestRetryAfterMs),
        });
    }
  });
}

/** A look or a baseline that could not be read: the record keeps its state and waits. */
export function putOff(db: Database, world: World, looked: OutboxRecord, reason: unknown): Promise<void> {
  const error = asApiError(reason);
  return db.write(['outbox', 'chunks'], async (tx) => {
    const record = await recordBySeq(tx, looked.seq);
    if (record?.clientId !== looked.clientId || record.state !== looked.state) return;
    const wait = world.now() + backoffMs(world, record.misses + 1);
    const isRefused = error.definite && (error.status === 403 || error.status === 404);
    const words = { code: error.code, status: error.status, text: error.message };
    if (isRefused && record.state === 'uncertain') await moveTo(tx, record, 'failed', { error: words });
    // Nothing to compare with: the sending itself will be refused, and that has words of its own.
    else if (isRefused) await amend(tx, record, { hasLooked: true });
    else {
      await amend(tx, record, {
        misses: record.misses + 1,
        nextAttemptAt: wait,
        renewToken: error.status === 401,
        notBefore: world.now() + Math.min(error.retryAfterMs ?? 0, longestRetryAfterMs),
      });
    }
  });
}
