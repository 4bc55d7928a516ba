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
  foreignStatus?: number;
  isRefusal?: boolean;
};

const ownWords: Readonly<Partial<Record<string, { status: number; message: string }>>> = clientErrors;

/**
 * Every failure of a call, in words a person can read (§8). Screens look at `code`, never at the words.
 */
export class ApiError extends Error {
  readonly code: ErrorCode | '';
  /** HTTP status of the backend's own answer; 0 when none came, also when something else answered. */
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
  /** HTTP status of an answer that is not the backend's. It decides nothing. */
  readonly foreignStatus?: number;
  /** The backend said no, in words of its own; else the answer was not understood. */
  readonly isRefusal: boolean;

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
    this.isRefusal = detail.isRefusal ?? false;
    if (detail.unsent) this.unsent = true;
    if (detail.foreignStatus !== undefined) this.foreignStatus = detail.foreignStatus;
    if (detail.retryAfterMs !== undefined) this.retryAfterMs = detail.retryAfterMs;
  }
}

function settles(status: number, code: string): boolean {
  return status > 0 && status < 500 && status !== 408 && code !== 'key-in-use';
}

/** Anything thrown, as an `ApiError`. What is not one says nothing about the request. */
export function asApiError(error: unknown): ApiError {
  return error instanceof ApiError ? error : new ApiError('offline');
}

/**
 * The error of an answer that is not provably the backend's: of a sign-in page, a proxy or a gateway. It is "no connection",
 * whatever the answer says: no status, no words and no `Retry-After` of it count. A 413 says the specification's sentence (§8),
 * and settles no more than the others.
 */
export function foreignError(foreignStatus: number): ApiError {
  const code = foreignStatus === 413 ? 'too-large' : 'foreign';
  return new ApiError(code, undefined, { status: 0, definite: false, foreignStatus });
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
 * The error of a call that the backend refused. Whether the backend did is decided before (`refusalIn`).
 *
 * @param status HTTP status; 200 for a backend that puts `errorMessage` under it (§7)
 * @param data the parsed body, or whatever came instead
 * @param retryAfterMs what the answer asked for, if it did
 */
export function failureOf(status: number, data: unknown, retryAfterMs?: number): ApiError {
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
      isRefusal: true,
    });
  }
  const words = v.safeParse(v.object({ errorMessage: v.pipe(v.string(), v.nonEmpty()) }), data);
  if (words.success)
    return new ApiError('', words.output.errorMessage, { status, retryAfterMs, isRefusal: true });
  return new ApiError(codeOfStatus[status] ?? (status >= 500 ? 'unavailable' : ''), undefined, {
    status,
    retryAfterMs,
  });
}
