import { type ErrorCode, errors, type Failure, type FieldIssue } from '../../src/contract/errors.ts';
import { sentence } from '../../src/contract/labels.ts';

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

/** Returns the refusal for a body, or text parts, above the limit of the call. */
export function bodyTooLarge(mostBytes: number): Refusal {
  const kilobytes = Math.floor(mostBytes / 1024);
  return new Refusal('too-large', { message: `The request is larger than ${kilobytes} KB.` });
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

export type Answered = {
  status: number;
  body: Failure;
  headers: Record<string, string>;
  /** False when the error has to be logged. */
  expected: boolean;
};

function refused({ code, message, details }: Refusal): Answered {
  const { issues, jobId, job, changed, retryAfter } = details;
  const first = issues?.[0];
  return {
    status: errors[code].status,
    expected: true,
    headers: retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) },
    body: {
      errorMessage: first && !details.message ? sentence(first.field, first.message) : message,
      code,
      ...(first && issues ? { field: first.field, issues: [...issues] } : {}),
      ...(jobId === undefined ? {} : { jobId }),
      ...(job === undefined ? {} : { job }),
      ...(changed === undefined ? {} : { changed }),
    },
  };
}

/** Returns our code for a status that the framework gave to a request it could not parse. */
function codeOfStatus(status: number): ErrorCode {
  if (status === 404 || status === 405) return 'not-found';
  if (status === 413) return 'too-large';
  if (status === 429) return 'rate-limited';
  return 'invalid';
}

/** Turns any thrown error into a status and the body of a failure. Reveals nothing about an unexpected error. */
export function answerOf(error: unknown): Answered {
  if (error instanceof Refusal) return refused(error);
  if (error instanceof Unavailable) return { ...refused(new Refusal('unavailable')), expected: false };
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  if (status >= 400 && status < 500) return refused(new Refusal(codeOfStatus(status)));
  // The framework's own error while the server is closing.
  if (status === 503) return refused(new Refusal('unavailable'));
  return { ...refused(new Refusal('internal')), expected: false };
}
