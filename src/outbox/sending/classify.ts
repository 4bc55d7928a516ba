import type { ApiError } from '../../api/ApiError.ts';
import type { OutboxRecord } from '../records/record.ts';
import { bytesOf } from './waits.ts';

/** What a failed request means for its record (offline.md, 4.4). */
export type Verdict =
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
export function classify(error: ApiError, record: Pick<OutboxRecord, 'misses' | 'files'>): Verdict {
  if (error.status === 401) return 'unauthorized';
  // The server knows an upload no more: its file goes once more, and then the request.
  if (error.status === 429 || error.unsent || error.code === 'upload-gone') return 'again';
  const isTooLarge =
    error.code === 'content-too-large' || (error.code === 'too-large' && !error.foreignStatus);
  const mayBeTooLarge = isTooLarge && bytesOf(record) >= leastTooLargeBytes;
  if (mayBeTooLarge && record.misses + 1 >= missesUntilTooLarge) return 'failed';
  return error.definite ? 'failed' : 'uncertain';
}
