import { deliveryModes, deliveryPriorities } from '../../contract/enums.ts';
import type { Job } from '../../contract/job.ts';
import type { Employee } from '../../contract/user.ts';

/** What a job is called: its project, or 'No job Name' as the chat has it (§2). */
export function jobName(job: Pick<Job, 'project'>): string {
  return job.project || 'No job Name';
}

export function copiesWords(count: number): string {
  return count === 1 ? '1 copy' : `${count} copies`;
}

/** `Wet stamps, 3 copies` or `Digital copy`. */
export function deliveryWords(job: Pick<Job, 'jobDeliveryMode' | 'copiesNumber'>): string {
  const mode = deliveryModes[job.jobDeliveryMode];
  if (job.jobDeliveryMode !== 'WET_STAMPS' || !job.copiesNumber) return mode;
  return `${mode}, ${copiesWords(job.copiesNumber)}`;
}

/** `Wet stamps ×3` or `Digital copy`, for where there is little room. */
export function deliveryShort(job: Pick<Job, 'jobDeliveryMode' | 'copiesNumber'>): string {
  const mode = deliveryModes[job.jobDeliveryMode];
  return job.jobDeliveryMode === 'WET_STAMPS' && job.copiesNumber
    ? `${mode} ×\u2060${job.copiesNumber}`
    : mode;
}

export function deliverySpeed(job: Pick<Job, 'deliveryPriority'>): string {
  return deliveryPriorities[job.deliveryPriority];
}

export function assigneeWords(job: Pick<Job, 'assignedTo' | 'assignedToName'>): string {
  return job.assignedToName || job.assignedTo || 'Nobody yet';
}

/** Everybody a job can be assigned to; an assignee who left the company stays until somebody else is chosen. */
export function assigneeOptions(
  job: Pick<Job, 'assignedTo' | 'assignedToName'>,
  employees: readonly Employee[],
): Record<string, string> {
  const people = Object.fromEntries(
    employees.map(({ email, userName }) => [email, `${userName} (${email})`]),
  );
  if (job.assignedTo && !people[job.assignedTo]) people[job.assignedTo] = assigneeWords(job);
  return people;
}

export function newMessagesWords(count: number): string {
  return count === 1 ? '1 new message' : `${count} new messages`;
}
