import * as v from 'valibot';
import { type JobStatus, jobStatuses } from './enums.ts';
import { JobDetails } from './jobs/jobDetails.ts';
import { maxIssues, totalFilesSizeMessage } from './limits.ts';

/** The errors that the client raises too, without a response or for one without a sentence. Status 0: there was none. */
export const clientErrors = {
  /** A write with files broke off although the backend can be reached (§8). Raised by the client only. */
  'content-too-large': { status: 0, message: 'Content too large' },
  'too-large': { status: 413, message: totalFilesSizeMessage },
  unauthorized: { status: 401, message: 'Sign in to continue.' },
  forbidden: {
    status: 403,
    message: 'You don’t have permission to do this. Ask an admin for access.',
  },
  'not-found': { status: 404, message: 'This doesn’t exist, or you don’t have access to it.' },
  invalid: { status: 422, message: 'Some information isn’t valid. Check your entries and try again.' },
  'rate-limited': { status: 429, message: 'Too many requests. Wait a minute, then try again.' },
  unavailable: { status: 503, message: 'EV Jobs isn’t available right now. Try again in a few minutes.' },
  internal: {
    status: 500,
    message: 'Something went wrong on our end. Try again in a few minutes.',
  },
  /** Raised by the client only. */
  offline: { status: 0, message: 'Can’t connect to EV Jobs. Check your connection and try again.' },
  /** A proxy, a gateway or a network's sign-in page responded instead of the backend. Raised by the client only. */
  foreign: {
    status: 0,
    message: 'Can’t connect to EV Jobs. If this network has a sign-in page, open it in your browser.',
  },
  timeout: { status: 0, message: 'EV Jobs took too long to respond. Check your connection and try again.' },
} as const;

/** What to do about `content-too-large` and `too-large`, whose messages (§8) do not say it. */
export const tooLargeAdvice = 'Choose fewer or smaller files.';

/** Returns the message of an error, with the advice where it says that something is too large. */
export function withAdvice({ code, message }: { code: string; message: string }): string {
  return message && code.endsWith('too-large') ? `${message}. ${tooLargeAdvice}` : message;
}

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
  'not-verified': { status: 403, message: 'Verify your email address to continue.' },
  'no-profile': { status: 403, message: 'Complete your profile to continue.' },
  'not-approved': { status: 403, message: 'Your account is pending approval.' },
  'bad-cursor': { status: 422, message: 'This list is out of date. Refresh it and try again.' },
  'status-change': { status: 409, message: 'This job can’t move to that status.' },
  stale: { status: 409, message: 'Someone else updated this job while you were working on it.' },
  'code-taken': {
    status: 409,
    message: 'A job with this code already exists. Edit it and submit again.',
  },
  'profile-exists': { status: 409, message: 'An account with this email address already exists.' },
  'last-admin': {
    status: 409,
    message: 'You can’t remove the last admin. Make someone else an admin first.',
  },
  'key-reused': {
    status: 422,
    message: 'This was already sent with different content. Reload the page and try again.',
  },
  'key-in-use': { status: 409, message: 'We’re still processing this. Try again in a moment.' },
  'upload-gone': { status: 410, message: 'A file upload expired. Try again to send it.' },
  'no-preview': { status: 404, message: 'No preview available for this file.' },
  // No error for browsers, which would log one for every picture that is still being made.
  'preview-waits': { status: 202, message: 'The preview isn’t ready yet. Try again in a moment.' },
} as const satisfies Record<ErrorCode, { status: number; message: string }>;

/** Returns "A job can’t move from Completed to On hold." */
export function statusChangeMessage(from: JobStatus, to: JobStatus): string {
  return `A job can’t move from ${jobStatuses[from]} to ${jobStatuses[to]}.`;
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
