import { type ErrorCode, errors, type Failure, type FieldIssue } from '../../src/contract/errors.ts';

type Details = {
  /** Replaces the code's own message. */
  message?: string;
  issues?: readonly FieldIssue[];
  jobId?: string;
  job?: Failure['job'];
  changed?: string[];
  /** Seconds; sent as `Retry-After`. */
  retryAfter?: number;
};

/** An error that is sent as one of the contract's errors. Thrown inside a transaction, it rolls it back. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: ErrorCode;
  readonly details: Details;

  constructor(code: ErrorCode, details: Details = {}) {
    super(details.message ?? errors[code].message);
    this.code = code;
    this.details = details;
  }
}

/** Returns the refusal for a broken rule of a field. */
export function invalid(field: string, message: string): Refusal {
  return new Refusal('invalid', { issues: [{ field, message }] });
}

/** A part that the server needs does not respond. Clients get 503; only the log and `/api/readyz` name the part. */
export class Unavailable extends Error {
  override readonly name = 'Unavailable';
  readonly part: 'database' | 'files' | 'identity';
  /** The connection broke during a commit, which may have happened. */
  readonly maybeCommitted: boolean;

  constructor(part: Unavailable['part'], cause?: unknown, maybeCommitted = false) {
    super(`The ${part} cannot be reached.`, { cause });
    this.part = part;
    this.maybeCommitted = maybeCommitted;
  }
}
