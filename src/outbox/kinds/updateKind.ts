import * as v from 'valibot';
import type { RequestOf, ResponseOf } from '../../contract/calls.ts';
import { jobFields } from '../../contract/jobs/jobFields.ts';
import { type Kind, outgoing, type Shown } from './kind.ts';
import { jobLane } from './messageKind.ts';

/** A change of a job: the contract's `JobUpdate`. */
export const UpdatePayload = v.looseObject({ evJobId: v.string(), version: v.number() });
export type UpdatePayload = v.InferOutput<typeof UpdatePayload>;

/** Returns the reason of a change, which travels in it and becomes a message on the server, or `''`. */
export function reasonIn(payload: object): string {
  return 'reason' in payload ? String(payload.reason) : '';
}

/** Returns what its author typed to be read: the reason, or that of a withdrawal. */
function typedIn(payload: object): string {
  const withdrawal = 'withdrawal' in payload ? payload.withdrawal : null;
  return reasonIn(payload) || (withdrawal ? reasonIn(withdrawal) : '');
}

export const update = {
  payload: UpdatePayload,
  isProbed: true,
  lane: ({ jobId }) => jobLane(jobId),
  request: ({ payload }) =>
    // Only a reason says when it was written: it becomes a message.
    outgoing('updateJob', payload as RequestOf<'updateJob'>, reasonIn(payload) !== ''),
  staysUntilRead: false,
  /** Names the version that was refused as stale again, as it is now, where what changed since is none of the fields that forms have. */
  renewed(payload, { code, job, changed }) {
    const isTyped = changed?.some((field) => Object.hasOwn(jobFields, field)) ?? true;
    return code === 'stale' && job && !isTyped ? { ...payload, version: job.version } : null;
  },
  /**
   * Raises the version of a change that waited and was made on top of a delivered one: between their version, or the one that the delivered
   * one was carried out on, and the new one there is nothing but that change. A change of another version was made from another state of
   * the job: the server refuses it as stale, and its author decides.
   */
  later(later, sent, response) {
    const version = versionAfter(sent, response);
    const { versionBefore } = (response ?? {}) as Partial<ResponseOf<'updateJob'>>;
    const isOnTop = later.version === sent.version || later.version === versionBefore;
    return version !== null && isOnTop ? { ...later, version } : later;
  },
} satisfies Kind<typeof UpdatePayload>;

/**
 * Returns the version of a job after a change, if the change was made to the version that it names. A deliverable and a withdrawal fit
 * any version: only the response can say which it was.
 */
function versionAfter(payload: UpdatePayload, response: unknown): number | null {
  const { job, versionBefore } = (response ?? {}) as Partial<ResponseOf<'updateJob'>>;
  const fitsAny = 'deliverable' in payload || 'withdrawal' in payload;
  if (fitsAny && versionBefore !== payload.version) return null;
  return job?.version ?? null;
}

export const shownUpdate: Shown<UpdatePayload> = {
  names: ['job change', 'job changes'],
  label: (_, job) => `Changes to ${job}`,
  text: typedIn,
  copy: (payload) => typedIn(payload) || JSON.stringify(payload, null, 2),
  // A withdrawal is asked for anew instead.
  editedAt: ({ jobId, payload }) =>
    'withdrawal' in payload ? undefined : { to: '/jobs/update/$jobId', params: { jobId } },
  changes: (_, response) => [{ kind: 'job-changed', job: (response as ResponseOf<'updateJob'>).job }],
  arrived: ({ jobId }) => [{ kind: 'job-outdated', jobId }],
  refused: ({ jobId }) => [{ kind: 'job-outdated', jobId }],
};
