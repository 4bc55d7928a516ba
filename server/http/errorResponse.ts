import { type ErrorCode, errors, type Failure } from '../../src/contract/errors.ts';
import { sentence } from '../../src/contract/labels.ts';
import { Refusal, Unavailable } from '../errors/errors.ts';

/** Returns the refusal for a body, or text parts, above the limit of the call. */
export function bodyTooLarge(mostBytes: number): Refusal {
  const kilobytes = Math.floor(mostBytes / 1024);
  return new Refusal('too-large', { message: `The request is larger than ${kilobytes} KB.` });
}

export type ErrorResponse = {
  status: number;
  body: Failure;
  headers: Record<string, string>;
  /** False when the error has to be logged. */
  expected: boolean;
};

function refused({ code, message, details }: Refusal): ErrorResponse {
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
export function errorResponseOf(error: unknown): ErrorResponse {
  if (error instanceof Refusal) return refused(error);
  if (error instanceof Unavailable) return { ...refused(new Refusal('unavailable')), expected: false };
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  if (status >= 400 && status < 500) return refused(new Refusal(codeOfStatus(status)));
  // The framework's own error while the server is closing.
  if (status === 503) return refused(new Refusal('unavailable'));
  return { ...refused(new Refusal('internal')), expected: false };
}
