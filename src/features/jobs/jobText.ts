import { deliveryModes, deliveryPriorities } from '../../contract/enums.ts';
import type { Job } from '../../contract/jobs/job.ts';
import { counted } from '../../format/counted.ts';

/** Returns a job's name: its project, or 'No job Name' (§2). */
export function jobName(job: Pick<Job, 'project'>): string {
  return job.project || 'No job Name';
}

export function copiesText(count: number): string {
  return counted(count, 'copy', 'copies');
}

/** `Wet stamps, 3 copies` or `Digital copy`. */
export function deliveryText(job: Pick<Job, 'jobDeliveryMode' | 'copiesNumber'>): string {
  const mode = deliveryModes[job.jobDeliveryMode];
  if (job.jobDeliveryMode !== 'WET_STAMPS' || !job.copiesNumber) return mode;
  return `${mode}, ${copiesText(job.copiesNumber)}`;
}

/** `Wet stamps ×3` or `Digital copy`, where space is scarce. */
export function deliveryShort(job: Pick<Job, 'jobDeliveryMode' | 'copiesNumber'>): string {
  const mode = deliveryModes[job.jobDeliveryMode];
  return job.jobDeliveryMode === 'WET_STAMPS' && job.copiesNumber
    ? `${mode} ×\u2060${job.copiesNumber}`
    : mode;
}

export function deliverySpeed(job: Pick<Job, 'deliveryPriority'>): string {
  return deliveryPriorities[job.deliveryPriority];
}

export function assigneeText(job: Pick<Job, 'assignedTo' | 'assignedToName'>): string {
  return job.assignedToName || job.assignedTo || 'Unassigned';
}

/** Whose job it is, for staff: `Summit Roofing · Rosa M.` */
export function clientText({
  jobReporterDetails,
  reporter,
}: Pick<Job, 'jobReporterDetails' | 'reporter'>): string {
  return [jobReporterDetails.company, reporter].filter(Boolean).join(' · ');
}

export function newMessagesText(count: number): string {
  return counted(count, 'new message');
}

/** Says how many jobs of a list are shown, and on paper that there are more. */
export function listedText(count: number, hasMore: boolean, total: number | undefined, offline: boolean) {
  if (!hasMore) return { shown: `Showing ${count > 1 ? 'all ' : ''}${counted(count, 'job')}`, printed: '' };
  // The browser's own menu waits for nothing.
  const others = offline
    ? 'The others are not on this device.'
    : 'To print all, use Print in the menu of the list.';
  return {
    shown: `Showing ${count} jobs. Scroll for more.`,
    printed: `The first ${count}${total ? ` of ${total}` : ''} jobs. ${others}`,
  };
}
