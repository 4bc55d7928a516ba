import * as v from 'valibot';
import { clientErrors, type ErrorCode, Failure, type FieldIssue, serviceCodes } from '../contract/errors.ts';
import type { JobDetails } from '../contract/jobDetails.ts';

type Detail = {
  status?: number;
  issues?: readonly FieldIssue[];
  jobId?: string | undefined;
  job?: JobDetails | undefined;
  changed?: readonly string[] | undefined;
  definite?: boolean;
  retryAfterMs?: number | undefined;
  unsent?: boolean;
};

const ownWords: Readonly<Partial<Record<string, { status: number; message: string }>>> = clientErrors;

/**
 * Every failure of a call, in words a person can read (§8). Screens look at `code`, never at the words.
 */
export class ApiError extends Error {
  readonly code: ErrorCode | '';
  /** HTTP status; 0 when no answer came. */
  readonly status: number;
  /** Of code `invalid`: the broken rules, by dotted field path. */
  readonly issues: readonly FieldIssue[];
  /** Of code `duplicate-job`: the job that exists. */
  readonly jobId?: string;
  /** Of code `stale`: the job as it is now … */
  readonly job?: JobDetails;
  /** … and the fields that changed since. */
  readonly changed?: readonly string[];
  /**
   * The backend's answer settles the request. False when nobody answered, when something else did (a captive portal),
   * and for 408, 5xx and a key still in use: the request may or may not have been carried out.
   */
  readonly definite: boolean;
  /** How long the backend asked to be left alone (`Retry-After`). */
  readonly retryAfterMs?: number;
  /** Nothing of the request has left this device. */
  readonly unsent?: boolean;

  constructor(code: ErrorCode | '', message?: string, detail: Detail = {}) {
    super(message ?? (ownWords[code] ?? clientErrors.internal).message);
    this.name = 'ApiError';
    this.code = code;
    this.status = detail.status ?? ownWords[code]?.status ?? 0;
    this.issues = detail.issues ?? [];
    this.definite = detail.definite ?? settles(this.status, code);
    if (detail.jobId !== undefined) this.jobId = detail.jobId;
    if (detail.job !== undefined) this.job = detail.job;
    if (detail.changed !== undefined) this.changed = detail.changed;
    if (detail.unsent) this.unsent = true;
    if (detail.retryAfterMs !== undefined) this.retryAfterMs = detail.retryAfterMs;
  }
}

function settles(status: number, code: string): boolean {
  return status > 0 && status < 500 && status !== 408 && code !== 'key-in-use';
}

/** Something between us and the backend answered: a captive portal's or a proxy's page. */
export function strangerError(status: number): ApiError {
  return new ApiError(
    '',
    'The answer did not come from the service. This network may want you to sign in to it first.',
    { status, definite: false },
  );
}

const codeOfStatus: Readonly<Record<number, ErrorCode>> = {
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not-found',
  408: 'timeout',
  413: 'too-large',
  422: 'invalid',
  429: 'rate-limited',
  500: 'internal',
};

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(clientErrors, code) || (serviceCodes as readonly string[]).includes(code);
}

/**
 * The error of a refused call.
 *
 * @param status HTTP status; 200 for a backend that puts `errorMessage` under it (§7)
 * @param data the parsed body, or whatever came instead
 * @param retryAfterMs what the answer asked for, if it did
 */
export function failureOf(status: number, data: unknown, retryAfterMs?: number): ApiError {
  // A 413 is often a proxy's, with a page of its own for a body.
  if (status === 413) return new ApiError('too-large', undefined, { status });
  const failure = v.safeParse(Failure, data);
  if (failure.success) {
    const { errorMessage, code, issues, field, jobId, job, changed } = failure.output;
    return new ApiError(isErrorCode(code) ? code : '', errorMessage, {
      status,
      issues: issues ?? (field ? [{ field, message: errorMessage }] : []),
      jobId,
      job,
      changed,
      retryAfterMs,
    });
  }
  const words = v.safeParse(v.object({ errorMessage: v.pipe(v.string(), v.nonEmpty()) }), data);
  if (words.success) return new ApiError('', words.output.errorMessage, { status, retryAfterMs });
  if (typeof data === 'string' && /^\s*</.test(data) && status < 500 && status !== 429) {
    return strangerError(status);
  }
  return new ApiError(codeOfStatus[status] ?? (status >= 500 ? 'unavailable' : ''), undefined, {
    status,
    retryAfterMs,
  });
}
