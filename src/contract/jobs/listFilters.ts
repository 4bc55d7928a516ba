import * as v from 'valibot';
import { isPlausibleDay } from '../days.ts';
import { dueFilters } from '../due/dueDates.ts';
import { categories, jobStatuses, priorities, wireValues } from '../enums.ts';
import { maxSearchLength } from '../limits.ts';
import { jobSorts } from './job.ts';

const day = v.pipe(v.string(), v.check(isPlausibleDay));
/** A router reads `?q=12` as a number; a search text is text. */
const words = v.pipe(
  v.union([v.string(), v.number()]),
  v.transform(String),
  v.trim(),
  v.nonEmpty(),
  v.maxLength(maxSearchLength),
);

/** The filters of a list of jobs as its address has them, and a view that staff have named. */
export const listFilters = {
  /** Prefixes of words in code, project, address, company and description. */
  q: words,
  status: v.array(v.picklist(wireValues(jobStatuses))),
  category: v.array(v.picklist(wireValues(categories))),
  priority: v.picklist(wireValues(priorities)),
  due: v.picklist(wireValues(dueFilters)),
  /** Email, `me`, or `nobody`. */
  assignee: words,
  /** The client's, by its name. */
  company: words,
  /** Email of the client. */
  reporter: words,
  /** First and last day on which a job was submitted, by the viewer's clock. Not `from`, which is the chat's in an address. */
  since: day,
  until: day,
  sort: v.picklist(wireValues(jobSorts)),
} as const;
