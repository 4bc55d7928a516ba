import type { RequestOf } from '../../src/contract/calls.ts';
import type { SeedJob } from './plan.ts';

type Update = Extract<RequestOf<'updateJob'>, { version: number }>;

/** A deliverable of a demo job, added by its assignee. */
export type SeedResult = {
  /** Hours after the job was reported. */
  afterHours: number;
  deliverable: Omit<NonNullable<Update['deliverable']>, 'supersedes' | 'files'>;
  /** Wet stamps may be sent without a scan of them. */
  hasFile: boolean;
  /** It replaces the one before it. */
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

/** Returns the deliverables of a completed job: a digital copy, sometimes corrected once, or wet stamps. */
export function resultsOf(job: SeedJob): readonly SeedResult[] {
  if (job.status !== 'COMPLETED') return [];
  const turn = Math.round(job.reportedHoursAgo) % 3;
  if (job.report.jobDeliveryMode === 'WET_STAMPS') return [wetStamps(job, 39.5, turn !== 0)];
  if (turn !== 0) return [digitalCopy(39.5)];
  return [digitalCopy(27), digitalCopy(39.5, 'The wind speed is on the cover sheet now.', true)];
}
