import type { Deliverable, JobDetails } from './jobDetails.ts';

/** Returns what is delivered: all deliverables but those that were withdrawn. */
export function deliveredOf({ deliverables }: Pick<JobDetails, 'deliverables'>): Deliverable[] {
  return deliverables.filter(({ withdrawn }) => !withdrawn);
}
