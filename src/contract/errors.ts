import * as v from 'valibot';
import { type JobStatus, jobStatuses } from './enums.ts';
import { JobDetails } from './jobDetails.ts';
import { maxIssues, totalFilesSizeMessage } from './limits.ts';

/** The errors that the client raises too, without a response or for one without a sentence. Status 0: there was none. */
export const clientErrors = {
  /** A write with files broke off although the backend can be reached (§8). Raised by the client only. */
  'content-too-large': { status: 0, message: 'Content too large' },
  'too-large': { status: 413, message: totalFilesSizeMessage },
  unauthorized: { status: 401, message: 'Please sign in to go on.' },
  forbidden: { status: 403, message: 'Your account may not do this.' },
  'not-found': { status: 404, message: 'This does not exist, or it is not yours to see.' },
  invalid: { status: 422, message: 'Something in the request is not valid.' },
  'rate-limited': { status: 429, message: 'Too many requests. Please wait a moment.' },
  unavailable: { status: 503, message: 'The service is not available right now. Please try again soon.' },
  internal: { status: 500, message: 'Something went wrong on our side.' },
  /** Raised by the client only. */
  offline: { status: 0, message: 'There is no connection right now.' },
  /** A proxy, a gateway or a network's sign-in page responded instead of the backend. Raised by the client only. */
  foreign: {
    status: 0,
    message: 'No connection to EV Jobs. If this network has a sign-in page, open it in your browser.',
  },
  timeout: { status: 0, message: 'The server took too long to answer.' },
} as const;

/** The errors that only the server raises. */
export const serviceCodes = [
  'duplicate-job',
  'not-verified',
  'no-profile',
  'not-approved',
  'bad-cursor',
  'status-change',
  'stale',
  'code-taken',
  'profile-exists',
  'last-admin',
  'key-reused',
  'key-in-use',
  'upload-gone',
  'no-preview',
  'preview-waits',
] as const;
export type ErrorCode = keyof typeof clientErrors | (typeof serviceCodes)[number];

/**
 * The error catalogue of §8, with our own sentences where the specification leaves them open: one code, one status, one sentence. The
 * app does not load it: it shows what the server sent.
 */
export const errors = {
  ...clientErrors,
  'duplicate-job': {
    status: 409,
    message: "There's an existing job for with same requested services for the provided address.",
  },
  'not-verified': { status: 403, message: 'Please verify your e-mail address first.' },
  'no-profile': { status: 403, message: 'Please fill in your profile first.' },
  'not-approved': { status: 403, message: 'Your account waits for approval.' },
  'bad-cursor': { status: 422, message: 'The list cannot be continued from there. Please load it again.' },
  'status-change': { status: 409, message: 'This status change is not possible.' },
  stale: { status: 409, message: 'Somebody else changed this job meanwhile.' },
  'code-taken': { status: 409, message: 'A job with this code exists already.' },
  'profile-exists': { status: 409, message: 'There is a profile for this e-mail address already.' },
  'last-admin': { status: 409, message: 'The last administrator cannot be removed.' },
  'key-reused': { status: 422, message: 'This request was sent before with other contents.' },
  'key-in-use': { status: 409, message: 'This request is still being worked on.' },
  'upload-gone': { status: 410, message: 'A file has to be sent once more.' },
  'no-preview': { status: 404, message: 'There is no preview of this file.' },
  'preview-waits': { status: 409, message: 'The preview of this file is not made yet.' },
} as const satisfies Record<ErrorCode, { status: number; message: string }>;

/** Returns "Status cannot change from Completed to On hold." */
export function statusChangeMessage(from: JobStatus, to: JobStatus): string {
  return `Status cannot change from ${jobStatuses[from]} to ${jobStatuses[to]}.`;
}

/** One broken rule: the dotted path of the field, and the message of the rule (§5). */
export const FieldIssue = v.object({ field: v.string(), message: v.string() });
export type FieldIssue = v.InferOutput<typeof FieldIssue>;

/** The body of every error response (§8). */
export const Failure = v.object({
  /** A whole sentence for the user. */
  errorMessage: v.string(),
  code: v.optional(v.string(), ''),
  /** Of code `invalid`: the field of the first broken rule, and all broken rules. */
  field: v.exactOptional(v.string()),
  issues: v.exactOptional(v.array(FieldIssue)),
  /** Of code `duplicate-job`: the existing job, if the caller may see it. */
  jobId: v.exactOptional(v.string()),
  /** Of code `stale`: the current job, and the fields that changed since the caller's version. */
  job: v.exactOptional(JobDetails),
  changed: v.exactOptional(v.array(v.string())),
});
export type Failure = v.InferOutput<typeof Failure>;

/** Returns the first message of each field, in the order in which the rules were broken, of at most `maxIssues` fields. */
export function fieldIssues(issues: readonly v.BaseIssue<unknown>[]): FieldIssue[] {
  const first = new Map<string, string>();
  for (const issue of issues) {
    if (first.size === maxIssues) break;
    const field = v.getDotPath(issue) ?? '';
    if (!first.has(field)) first.set(field, issue.message);
  }
  return [...first].map(([field, message]) => ({ field, message }));
}
