import { ApiError, asApiError } from '../../api/ApiError.ts';
import { claimsOf } from '../../api/claims.ts';
import { requestTimeoutMs } from '../../contract/limits.ts';
import type { Database } from '../records/database.ts';
import type { Environment, Outbound, Token, WireResponse } from '../records/environment.ts';
import { readBytes } from '../records/fileBytes.ts';
import type { OutboxRecord } from '../records/record.ts';
import { transition } from '../records/rows.ts';
import { momentNow, msSince } from '../records/written.ts';
import { acknowledge, type ClaimResult, settle } from './claim.ts';
import { isSentInPieces, sendPieces, type Turn } from './sendPieces.ts';
import { type Moment, timeoutMsOf, wasSuspended } from './waits.ts';
import { writeFailure } from './writeFailure.ts';

type Send = Extract<ClaimResult, { todo: 'send' }>;

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
): Promise<WireResponse | ApiError | null> {
  const { record, attemptId } = task;
  const mine = { ownerUid: record.ownerUid, seq: record.seq, attemptId };
  let loaded: Awaited<ReturnType<typeof load>> | undefined;
  let delivered: WireResponse;
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
          ? transition(tx, now, 'failed', { claim: null, error })
          : transition(tx, now, 'queued', { claim: null, nextAttemptAt: 0 }),
      );
      return null;
    }
    if (loaded === 'stopped' || !maySend(env, record, loaded, token)) {
      // Nothing was sent: the next claim sends it. Making way for another lane is no failure.
      const due = loaded === 'stopped' ? { nextAttemptAt: 0 } : {};
      await settle(db, mine, (tx, now) => transition(tx, now, 'queued', { claim: null, ...due }));
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

/** Whether a record may be sent. Not when another page may be sending it now, or the token is another user's. */
function maySend(env: Environment, record: OutboxRecord, since: Moment, { idToken }: Token): boolean {
  const isLate = wasSuspended(since, { at: env.now(), elapsed: env.elapsed() });
  return !isLate && userOfToken(idToken) === record.ownerUid;
}

/** Returns the user of a token; the bearer must be the one who wrote the record. */
export function userOfToken(idToken: string): string {
  return claimsOf(idToken)?.sub ?? '';
}

/** Sends with a time limit longer than those of the wire: if one of these were missed, the lane would never go on. */
async function sendWithTimeout(
  env: Environment,
  record: OutboxRecord,
  { files, uploads }: Pick<Loaded, 'files' | 'uploads'>,
  idToken: string,
): Promise<WireResponse> {
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

/** Returns how long ago a record was written; null where that is not known. */
export function secondsAgo(env: Environment, record: OutboxRecord): number | null {
  const ms = msSince(record.written, momentNow(env));
  return ms === null ? null : Math.floor(ms / 1000);
}
