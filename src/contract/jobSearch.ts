import * as v from 'valibot';
import { categories, jobStatuses, priorities, valuesOf } from './enums.ts';
import { listOf } from './fields.ts';
import { jobSorts } from './job.ts';
import { maxChoices } from './limits.ts';

/** Filters of search and CSV export, as the address bar keeps them. */
const jobFilters = {
  /** Prefix match on code, project, address, company and description. */
  text: v.exactOptional(v.pipe(v.string(), v.trim(), v.maxLength(200))),
  statuses: v.exactOptional(listOf(v.picklist(valuesOf(jobStatuses)), maxChoices)),
  categories: v.exactOptional(listOf(v.picklist(valuesOf(categories)), maxChoices)),
  jobPriority: v.exactOptional(v.picklist(valuesOf(priorities))),
  /** E-mail; `''` asks for jobs nobody is assigned to. */
  assignedTo: v.exactOptional(v.string()),
  /** E-mail. */
  jobReporter: v.exactOptional(v.string()),
  /** First and last day of reporting, `2026-11-21`, both included, in UTC. */
  from: v.exactOptional(v.pipe(v.string(), v.isoDate('must be a date'))),
  to: v.exactOptional(v.pipe(v.string(), v.isoDate('must be a date'))),
};

/** What is listed, and in which order: the same on the screen and in the export. */
export const JobListing = v.object({
  ...jobFilters,
  sort: v.exactOptional(v.picklist(valuesOf(jobSorts))),
});
export type JobListing = v.InferOutput<typeof JobListing>;

export const JobSearch = v.object({ ...JobListing.entries, startAfter: v.exactOptional(v.string()) });
export type JobSearch = v.InferOutput<typeof JobSearch>;
