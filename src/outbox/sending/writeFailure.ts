import type { ApiError } from '../../api/ApiError.ts';
import type { Database } from '../records/database.ts';
import type { Environment, Token } from '../records/environment.ts';
import { kindOf, type OutboxRecord } from '../records/record.ts';
import { dropRefusedChoice } from '../records/registers.ts';
import { transition } from '../records/rows.ts';
import { type Attempt, settle } from './claim.ts';
import { backoffMs, longestRetryAfterMs, totalBytesOf } from './waits.ts';

/** The meaning of a failed request for its record. */
type Verdict =
  /** Refused for good: the user must decide. */
  | 'failed'
  /** Certainly not carried out: may be sent again as it is. */
  | 'again'
  /** The token was refused. */
  | 'unauthorized'
  /** Perhaps carried out. */
  | 'uncertain';

/** After so many network failures while the backend can be reached, an upload counts as too large for a proxy on the way. */
const missesUntilTooLarge = 3;
/** Smaller uploads failed because of the network: no proxy refuses them. */
const leastTooLargeBytes = 256 * 1024;

/** Whether something on the way refused files because of their size (§8), as far as is known. */
export function isTooLarge({ code, foreignStatus }: ApiError): boolean {
  return code === 'content-too-large' || (code === 'too-large' && !foreignStatus);
}

/**
 * Classifies a failure. Only the backend's own response is final. No response, one that is not provably the backend's (whatever its
 * status), 408, 5xx and a key still in use leave it open whether the request was carried out.
 */
function classify(error: ApiError, record: Pick<OutboxRecord, 'misses' | 'files'>): Verdict {
  if (error.status === 401) return 'unauthorized';
  // The server has dropped an upload: its file is uploaded once more, then the request is sent.
  const mayBeTooLarge = isTooLarge(error) && totalBytesOf(record) >= leastTooLargeBytes;
  if (mayBeTooLarge && record.misses + 1 >= missesUntilTooLarge) return 'failed';
  if (error.status === 429 || error.unsent || error.code === 'upload-gone') return 'again';
  return error.definite ? 'failed' : 'uncertain';
}

/** Returns when the backend accepts the next request (`Retry-After`), milliseconds since 1970. */
function retryAt(env: Environment, { retryAfterMs = 0 }: ApiError): number {
  return env.now() + Math.min(retryAfterMs, longestRetryAfterMs);
}

function savedError({ code, status, message, issues, jobId }: ApiError): NonNullable<OutboxRecord['error']> {
  return {
    ...{ code, status, text: message },
    ...(issues.length > 0 && { issues: [...issues] }),
    ...(jobId && { jobId }),
  };
}

function withoutUploads(files: OutboxRecord['files']): OutboxRecord['files'] {
  return files.some(({ upload }) => upload) ? files.map(({ upload: _, ...file }) => file) : files;
}

/**
 * Writes the outcome of a failed request.
 *
 * @returns whether the record was refused for good; false for a choice that was replaced meanwhile
 */
export async function writeFailure(
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
          return transition(tx, record, 'queued', { ...common, misses: 0, nextAttemptAt: 0, error: null });
        const payload = error.definite && kindOf(record).renewed?.(record.payload, error);
        if (payload) {
          const renewed = { ...common, payload, clientId: env.uuid(), nextAttemptAt: 0, error: null };
          return transition(tx, record, 'queued', renewed as Partial<OutboxRecord>);
        }
        const maybeSent = record.maybeSent || !(error.definite || error.unsent);
        const refused = await transition(tx, record, 'failed', { ...common, maybeSent });
        isRefused = !(await dropRefusedChoice(tx, refused));
        return;
      }
      case 'unauthorized':
        // One try with a renewed token, then it waits for the user to sign in. Never deleted.
        if (!record.renewToken) {
          return transition(tx, record, 'queued', { ...common, renewToken: true, nextAttemptAt: 0 });
        }
        return transition(tx, record, 'blocked-auth', { ...common, refusedExp: token.exp });
      case 'again':
        return transition(tx, record, 'queued', { ...common, files, notBefore, nextAttemptAt: wait });
      case 'uncertain':
        if (!isWanted) return transition(tx, record, 'queued', { ...common, nextAttemptAt: wait, notBefore });
        return transition(tx, record, 'uncertain', {
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
