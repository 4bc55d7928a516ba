import { ApiError, asApiError } from '../../api/ApiError.ts';
import { claimsOf } from '../../api/claims.ts';
import { requestTimeoutMs } from '../../contract/limits.ts';
import type { Database } from '../records/database.ts';
import { readBytes } from '../records/fileBytes.ts';
import type { OutboxRecord } from '../records/record.ts';
import { giveWay } from '../records/registers.ts';
import { moveTo } from '../records/rows.ts';
import { type Attempt, acknowledge, settle, type Task } from './claim.ts';
import type { Delivered, Environment, Outbound, Token } from './environment.ts';
import { isSentInPieces, sendPieces, type Turn } from './sendPieces.ts';
import { backoffMs, bytesOf, longestRetryAfterMs, type Moment, timeoutMsOf, wasSuspended } from './waits.ts';

type Send = Extract<Task, { todo: 'send' }>;

/**
 * Sends a claimed record once and writes the outcome.
 *
 * @returns the response when it arrived, the error when it was refused for good
 */
export async function attempt(
  db: Database,
  env: Environment,
  task: Send,
  token: Token,
  turn: Turn,
): Promise<Delivered | ApiError | null> {
  const { record, attemptId } = task;
  const mine = { ownerUid: record.ownerUid, seq: record.seq, attemptId };
  let loaded: Awaited<ReturnType<typeof load>> | undefined;
  let delivered: Delivered;
  try {
    loaded = await load(db, env, task, token, turn);
    if (loaded === 'lost') {
      const error = {
        code: 'file-lost',
        status: 0,
        text: 'An attached file is no longer on this device. Edit this item to add it again.',
      };
      await settle(db, mine, (tx, now) =>
        now.clientId === record.clientId
          ? moveTo(tx, now, 'failed', { claim: null, error })
          : moveTo(tx, now, 'queued', { claim: null, nextAttemptAt: 0 }),
      );
      return null;
    }
    if (loaded === 'stopped' || !maySend(env, record, loaded, token)) {
      // Nothing was sent: the next claim sends it. Making way for another lane is no failure.
      const due = loaded === 'stopped' ? { nextAttemptAt: 0 } : {};
      await settle(db, mine, (tx, now) => moveTo(tx, now, 'queued', { claim: null, ...due }));
      return null;
    }
    delivered = await sendWithTimeout(env, record, loaded, token.idToken);
  } catch (error) {
    // A failure of this device: the claim expires, and it is tried again.
    if (!loaded && !(error instanceof ApiError)) throw error;
    const failure = asApiError(error);
    const isRefused = await writeFailure(db, env, { ...mine, clientId: record.clientId }, failure, token);
    return isRefused ? failure : null;
  }
  await acknowledge(db, env, record, delivered);
  return delivered;
}

/** A record's files as its request takes them, and since when the claim holds. */
type Loaded = Pick<Outbound, 'files'> & { uploads: string[] } & Moment;

async function load(
  db: Database,
  env: Environment,
  { record, attemptId, at, elapsed }: Send,
  token: Token,
  turn: Turn,
): Promise<Loaded | 'stopped' | 'lost'> {
  const { idToken } = token;
  if (isSentInPieces(env, record) && maySend(env, record, { at, elapsed }, token)) {
    const sent = await sendPieces(db, env, { record, attemptId, idToken }, turn);
    return typeof sent === 'string' ? sent : { files: [], ...sent };
  }
  const files =
    record.files.length === 0 ? [] : await db.read(['chunks'], (tx) => readBytes(tx, record.files));
  return files ? { files, uploads: [], at, elapsed } : 'lost';
}

function withoutUploads(files: OutboxRecord['files']): OutboxRecord['files'] {
  return files.some(({ upload }) => upload) ? files.map(({ upload: _, ...file }) => file) : files;
}

/** False when another page may be sending it now, or the token is another user's. */
function maySend(env: Environment, record: OutboxRecord, since: Moment, { idToken }: Token): boolean {
  const isLate = wasSuspended(since, { at: env.now(), elapsed: env.elapsed() });
  return !isLate && subjectOf(idToken) === record.ownerUid;
}

/** Returns the user of a token; the bearer must be the one who wrote the record. */
export function subjectOf(idToken: string): string {
  return claimsOf(idToken)?.sub ?? '';
}

/** Sends, with a time limit beyond those of the wire: were one of these missed, the lane would never go on. */
async function sendWithTimeout(
  env: Environment,
  record: OutboxRecord,
  { files, uploads }: Pick<Loaded, 'files' | 'uploads'>,
  idToken: string,
): Promise<Delivered> {
  const timeoutMs = timeoutMsOf(uploads.length > 0 ? { files: [] } : record);
  const late = Promise.withResolvers<never>();
  const cancel = env.after(requestTimeoutMs + timeoutMs + 5000, () => late.reject(new ApiError('timeout')));
  try {
    const outbound = {
      record,
      files,
      uploads,
      idToken,
      timeoutMs,
      writtenSecondsAgo: secondsAgo(env, record),
    };
    return await Promise.race([env.wire.send(outbound), late.promise]);
  } finally {
    cancel();
  }
}

/**
 * Returns how long ago a record was written. A wrong clock of the device makes no difference unless it is set in between. While the page
 * that wrote it is open, its monotonic clock gives the least, also where the clock was set back; after that page, such a time is not known.
 */
function secondsAgo(env: Environment, record: OutboxRecord): number | null {
  const { written } = record;
  const byClock = env.now() - written.at;
  const ms = written.holder === env.holder ? Math.max(byClock, env.elapsed() - written.elapsed) : byClock;
  return ms < 0 ? null : Math.floor(ms / 1000);
}

/** What a failed request means for its record. */
type Verdict =
  /** Refused for good: the user must decide. */
  | 'failed'
  /** Certainly not carried out: may be sent again as it is. */
  | 'again'
  /** The token was refused. */
  | 'unauthorized'
  /** Perhaps carried out. */
  | 'uncertain';

/** After as many network failures of an upload, while the backend can be reached, it is too large for a proxy on the way. */
const missesUntilTooLarge = 3;
/** No proxy refuses smaller ones: they failed because of the network. */
const leastTooLargeBytes = 256 * 1024;

/**
 * Only the backend's own response is final. No response, one that is not provably the backend's (whatever its status), 408, 5xx and a
 * key still in use leave it open whether the request was carried out.
 */
function classify(error: ApiError, record: Pick<OutboxRecord, 'misses' | 'files'>): Verdict {
  if (error.status === 401) return 'unauthorized';
  // The server has dropped an upload: its file is uploaded once more, then the request is sent.
  if (error.status === 429 || error.unsent || error.code === 'upload-gone') return 'again';
  const isTooLarge =
    error.code === 'content-too-large' || (error.code === 'too-large' && !error.foreignStatus);
  const mayBeTooLarge = isTooLarge && bytesOf(record) >= leastTooLargeBytes;
  if (mayBeTooLarge && record.misses + 1 >= missesUntilTooLarge) return 'failed';
  return error.definite ? 'failed' : 'uncertain';
}

/** Returns when the backend accepts the next request (`Retry-After`), milliseconds since 1970. */
function retryAt(env: Environment, { retryAfterMs = 0 }: ApiError): number {
  return env.now() + Math.min(retryAfterMs, longestRetryAfterMs);
}

function savedError({ code, status, message }: ApiError): NonNullable<OutboxRecord['error']> {
  return { code, status, text: message };
}

/** @returns whether it was refused for good; the refusal of a choice that nobody wants any more is nothing */
async function writeFailure(
  db: Database,
  env: Environment,
  mine: Attempt & { clientId: string },
  error: ApiError,
  token: Token,
): Promise<boolean> {
  let isRefused = false;
  await settle(db, mine, async (tx, record) => {
    const isWanted = record.clientId === mine.clientId;
    const wait = env.now() + backoffMs(env, record.misses + 1);
    const notBefore = retryAt(env, error);
    const common = { claim: null, misses: record.misses + 1, error: savedError(error), renewToken: false };
    const files = error.code === 'upload-gone' ? withoutUploads(record.files) : record.files;
    switch (classify(error, record)) {
      case 'failed': {
        if (!isWanted)
          return moveTo(tx, record, 'queued', { ...common, misses: 0, nextAttemptAt: 0, error: null });
        const maybeSent = record.maybeSent || !error.definite;
        const refused = await moveTo(tx, record, 'failed', { ...common, maybeSent });
        isRefused = !(await giveWay(tx, refused));
        return;
      }
      case 'unauthorized':
        // One try with a renewed token, then it waits for the user to sign in. Never deleted.
        if (!record.renewToken) {
          return moveTo(tx, record, 'queued', { ...common, renewToken: true, nextAttemptAt: 0 });
        }
        return moveTo(tx, record, 'blocked-auth', { ...common, refusedExp: token.exp });
      case 'again':
        return moveTo(tx, record, 'queued', { ...common, files, notBefore, nextAttemptAt: wait });
      case 'uncertain':
        if (!isWanted) return moveTo(tx, record, 'queued', { ...common, nextAttemptAt: wait, notBefore });
        return moveTo(tx, record, 'uncertain', {
          ...common,
          files,
          maybeSent: true,
          nextAttemptAt: wait,
          notBefore,
        });
    }
  });
  return isRefused;
}
