import * as v from 'valibot';
import { type JobStatus, jobStatuses } from './enums.ts';
import { JobDetails } from './jobDetails.ts';
import { maxIssues, totalFilesSizeMessage } from './limits.ts';

/** What a client has to say by itself too: nobody answered, or without words. One code, one status, one sentence. */
export const clientErrors = {
  /** A write with files died on the wire while the backend could be reached (§8). The client's own; never sent. */
  'content-too-large': { status: 0, message: 'Content too large' },
  'too-large': { status: 413, message: totalFilesSizeMessage },
  unauthorized: { status: 401, message: 'Please sign in to go on.' },
  forbidden: { status: 403, message: 'Your account may not do this.' },
  'not-found': { status: 404, message: 'This does not exist, or it is not yours to see.' },
  invalid: { status: 422, message: 'Something in the request is not valid.' },
  'rate-limited': { status: 429, message: 'Too many requests. Please wait a moment.' },
  unavailable: { status: 503, message: 'The service is not available right now. Please try again soon.' },
  internal: { status: 500, message: 'Something went wrong on our side.' },
  /** The client's own; never sent. */
  offline: { status: 0, message: 'There is no connection right now.' },
  /** The client's own; never sent. Something on the way answered in the service's place. */
  foreign: {
    status: 0,
    message: 'No connection to EV Jobs. If this network has a sign-in page, open it in your browser.',
  },
  timeout: { status: 0, message: 'The server took too long to answer.' },
} as const;

/** What the service alone tells, in its own words (`errorCatalogue.ts`). */
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

/** "Status cannot change from Completed to On hold." Names both statuses. */
export function statusChangeMessage(from: JobStatus, to: JobStatus): string {
  return `Status cannot change from ${jobStatuses[from]} to ${jobStatuses[to]}.`;
}

/** One broken rule: the field's dotted path and the rule's message to the letter. */
export const FieldIssue = v.object({ field: v.string(), message: v.string() });
export type FieldIssue = v.InferOutput<typeof FieldIssue>;

/** The body of every failure. */
export const Failure = v.object({
  /** A whole sentence for a person. */
  errorMessage: v.string(),
  code: v.optional(v.string(), ''),
  /** Of code `invalid`: the first broken rule's field, and all broken rules. */
  field: v.exactOptional(v.string()),
  issues: v.exactOptional(v.array(FieldIssue)),
  /** Of code `duplicate-job`: the job that exists, where the reader may see it. */
  jobId: v.exactOptional(v.string()),
  /** Of code `stale`: the job as it is now, and the fields that changed since. */
  job: v.exactOptional(JobDetails),
  changed: v.exactOptional(v.array(v.string())),
});
export type Failure = v.InferOutput<typeof Failure>;

/** The first message of each field, in the order the rules were broken; of at most `maxIssues` fields. */
export function fieldIssues(issues: readonly v.BaseIssue<unknown>[]): FieldIssue[] {
  const first = new Map<string, string>();
  for (const issue of issues) {
    if (first.size === maxIssues) break;
    const field = v.getDotPath(issue) ?? '';
    if (!first.has(field)) first.set(field, issue.message);
  }
  return [...first].map(([field, message]) => ({ field, message }));
}
