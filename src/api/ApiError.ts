import * as v from 'valibot';
import { clientErrors, type ErrorCode, Failure, type FieldIssue, serviceCodes } from '../contract/errors.ts';
import type { JobDetails } from '../contract/jobs/jobDetails.ts';

type Details = Partial<Omit<ApiError, 'code' | keyof Error>>;

const ownTexts: Readonly<Partial<Record<string, { status: number; message: string }>>> = clientErrors;

/** The failure of a call (§8). Its message is for the user; code decides by `code`, never by the message. */
export class ApiError extends Error {
  readonly code: ErrorCode | '';
  /** HTTP status of the backend's response; 0 without one, also when something else responded. */
  readonly status: number;
  /** Of code `invalid`: the broken rules. */
  readonly issues: readonly FieldIssue[];
  /** Of code `duplicate-job`: the existing job. */
  readonly jobId: string | undefined;
  /** Of code `stale`: the current job. */
  readonly job: JobDetails | undefined;
  /** Of code `stale`: the fields that changed since. */
  readonly changed: readonly string[] | undefined;
  /**
   * Whether the backend's response settles the request. Otherwise it is unknown whether it was carried out: without a response, with one
   * of something else (a captive portal), and for 408, 5xx and `key-in-use`.
   */
  readonly definite: boolean;
  /** The wait that the backend requested (`Retry-After`). */
  readonly retryAfterMs: number | undefined;
  /** Whether nothing of the request has left this device. */
  readonly unsent: boolean;
  /** HTTP status of a response that is not the backend's, which decides nothing. */
  readonly foreignStatus: number | undefined;

  constructor(code: ErrorCode | '', message?: string, details: Details = {}) {
    super(message ?? (ownTexts[code] ?? clientErrors.internal).message);
    this.name = 'ApiError';
    this.code = code;
    this.status = details.status ?? ownTexts[code]?.status ?? 0;
    this.issues = details.issues ?? [];
    this.jobId = details.jobId;
    this.job = details.job;
    this.changed = details.changed;
    this.definite = details.definite ?? settles(this.status, code);
    this.retryAfterMs = details.retryAfterMs;
    this.unsent = details.unsent ?? false;
    this.foreignStatus = details.foreignStatus;
  }
}

function settles(status: number, code: string): boolean {
  return status > 0 && status < 500 && status !== 408 && code !== 'key-in-use';
}

/** Whether the backend has no such thing, or does not let this user see it: both get the same response. */
export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

/** Whether the backend has refused what was asked, and not only had too much to do. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.definite && error.status !== 429;
}

/** Converts anything that was thrown into an `ApiError`. Another error says nothing about the request, and becomes `offline`. */
export function asApiError(error: unknown): ApiError {
  return error instanceof ApiError ? error : new ApiError('offline');
}

/**
 * Returns the error for a response that is not provably the backend's, but may be that of a sign-in page, a proxy or a gateway. It means
 * "no connection": status, message and `Retry-After` of the response do not count. Only a 413 has the message of §8.
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
 * Returns the error of a call that the backend, provably, refused.
 *
 * @param status HTTP status; 200 where it has an `errorMessage` (§7)
 * @param data the parsed body, or other content in its place
 * @param retryAfterMs the wait that the response requests, if any
 */
export function backendError(status: number, data: unknown, retryAfterMs?: number): ApiError {
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
  const worded = v.safeParse(v.object({ errorMessage: v.pipe(v.string(), v.nonEmpty()) }), data);
  if (worded.success) return new ApiError('', worded.output.errorMessage, { status, retryAfterMs });
  return new ApiError(codeOfStatus[status] ?? (status >= 500 ? 'unavailable' : ''), undefined, {
    status,
    retryAfterMs,
  });
}
