import { type ErrorCode, errors, type Failure, type FieldIssue } from '../../src/contract/errors.ts';
import { sentence } from '../../src/contract/labels.ts';

type Details = {
  /** Instead of the code's own sentence. */
  message?: string;
  issues?: readonly FieldIssue[];
  jobId?: string;
  job?: Failure['job'];
  changed?: string[];
  /** Seconds; told in the header of that name. */
  retryAfter?: number;
};

/** A request that is answered with one of the contract's errors. Throw it anywhere; a transaction it leaves is undone. */
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

/** A broken rule of the request, told of its field. */
export function invalid(field: string, message: string): Refusal {
  return new Refusal('invalid', { issues: [{ field, message }] });
}

/** A body without files, or the text parts of one with files, larger than the call takes. */
export function bodyTooLarge(mostBytes: number): Refusal {
  const kilobytes = Math.floor(mostBytes / 1024);
  return new Refusal('too-large', { message: `The request is larger than ${kilobytes} KB.` });
}

/** Something the server needs does not answer. People read 503; only the log and `/api/readyz` say which part. */
export class Unavailable extends Error {
  override readonly name = 'Unavailable';
  readonly part: 'database' | 'files' | 'identity';
  /** The line broke during a commit: nobody knows whether the transaction was kept. */
  readonly maybeKept: boolean;

  constructor(part: Unavailable['part'], cause?: unknown, maybeKept = false) {
    super(`The ${part} cannot be reached.`, { cause });
    this.part = part;
    this.maybeKept = maybeKept;
  }
}

export type Answered = {
  status: number;
  body: Failure;
  headers: Record<string, string>;
  /** False when somebody should look into it. */
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

/** What the framework says of a request it could not read, in our codes. */
function codeOfStatus(status: number): ErrorCode {
  if (status === 404 || status === 405) return 'not-found';
  if (status === 413) return 'too-large';
  if (status === 429) return 'rate-limited';
  return 'invalid';
}

/**
 * The one place that turns whatever was thrown into a status and the body of a failure. Says nothing of an unexpected
 * error but that there was one.
 */
export function answerOf(error: unknown): Answered {
  if (error instanceof Refusal) return refused(error);
  if (error instanceof Unavailable) return { ...refused(new Refusal('unavailable')), expected: false };
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  if (status >= 400 && status < 500) return refused(new Refusal(codeOfStatus(status)));
  // The framework's own, of a server that is closing.
  if (status === 503) return refused(new Refusal('unavailable'));
  return { ...refused(new Refusal('internal')), expected: false };
}
