import type { RequestOf } from '../../src/contract/calls.ts';
import type { SeedJob } from './plan.ts';

type Update = Extract<RequestOf<'updateJob'>, { version: number }>;

/** A stamped result of a demo job, as the staff who did the job add it. */
export type SeedResult = {
  /** Hours after the job was reported. */
  afterHours: number;
  deliverable: Omit<NonNullable<Update['deliverable']>, 'supersedes' | 'files'>;
  /** Wet stamps may go out without a scan of them. */
  hasFile: boolean;
  /** It takes the place of the one before it. */
  replaces: boolean;
};

function wetStamps(job: SeedJob, afterHours: number, hasFile: boolean): SeedResult {
  const deliverable = {
    deliveryMode: 'WET_STAMPS' as const,
    copiesNumber: job.report.copiesNumber ?? 1,
    carrier: 'UPS',
    trackingNumber: job.trackingNumber,
  };
  return { afterHours, deliverable, hasFile, replaces: false };
}

function digitalCopy(afterHours: number, note = '', replaces = false): SeedResult {
  return { afterHours, deliverable: { deliveryMode: 'DIGITAL_COPY', note }, hasFile: true, replaces };
}

/** What was delivered for a completed job: a digital copy, now and then corrected once, or wet stamps on their way. */
export function resultsOf(job: SeedJob): readonly SeedResult[] {
  if (job.status !== 'COMPLETED') return [];
  const turn = Math.round(job.reportedHoursAgo) % 3;
  if (job.report.jobDeliveryMode === 'WET_STAMPS') return [wetStamps(job, 39.5, turn !== 0)];
  if (turn !== 0) return [digitalCopy(39.5)];
  return [digitalCopy(27), digitalCopy(39.5, 'The wind speed is on the cover sheet now.', true)];
}
