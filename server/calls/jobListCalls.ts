import { approved, mustBeSelf, staff } from '../access/access.ts';
import { figuresOf } from '../data/jobs/figures.ts';
import { listJobs, searchJobs } from '../data/jobs/jobQuery.ts';
import { countJobs } from '../data/jobs/stats.ts';
import { search } from '../data/search.ts';
import { kilobyte, list, read } from '../http/callCosts.ts';
import type { CallRows } from '../http/callRow.ts';
import { download } from './download.ts';

/** The calls that list, search, count and export jobs. */
export const jobListCalls = {
  jobs: {
    access: approved,
    cost: { ...list, bodyBytes: 8 * kilobyte },
    tag: 'Jobs',
    summary: 'List jobs',
    description:
      'Newest first, 25 per page. Clients get their own jobs. `statues` (spelled this way) filters by status. To get the next page, send the `startAfter` of the response.',
    errors: ['bad-cursor', 'not-found'],
    handler: ({ db, caller, body }) => {
      mustBeSelf(caller, body.username);
      return listJobs(db, caller, body);
    },
  },
  searchJobs: {
    access: approved,
    cost: list,
    tag: 'Jobs',
    summary: 'Search jobs',
    description:
      'Words in `text` match the beginnings of words. A job must match all filters. Clients search their own jobs.',
    errors: ['bad-cursor'],
    handler: ({ db, caller, body, now }) => searchJobs(db, caller, body, { now }),
  },
  search: {
    access: approved,
    cost: { ...list, bodyBytes: 8 * kilobyte, values: 10 },
    tag: 'Jobs',
    summary: 'Search everything',
    description:
      'Words in `text` match the beginnings of words; punctuation and operators mean nothing. Without `kind`, returns the first 5 jobs, messages, files (by name) and, for staff, users. To get more, send a `kind` and its `startAfter`. Clients search their own jobs. The `content` of a message is an excerpt.',
    errors: ['bad-cursor', 'forbidden'],
    handler: ({ db, caller, body }) => search(db, caller, body),
  },
  stats: {
    access: staff,
    cost: read,
    tag: 'Jobs',
    summary: 'Count all jobs',
    description: 'For staff.',
    handler: ({ db, caller, now }) => countJobs(db, {}, caller, now),
  },
  figures: {
    access: staff,
    // Reads the times of every job of the period.
    cost: { ...list, bodyBytes: kilobyte, values: 10, responseBytes: 256 * kilobyte, atOnce: 4 },
    tag: 'Jobs',
    summary: 'Get figures of work',
    description:
      'For staff. Medians and 90th percentiles, in seconds, of the last `weeks` weeks, the current one included: turnaround of the jobs completed in them, and first answers given in them. `by` groups them. Time on hold does not count. Also returns the open jobs, by week or by assignee. While due dates are on, also the due dates that were met and the overdue jobs; weeks are then those of the firm’s time zone, otherwise those of `timeZone`.',
    handler: ({ db, body, now }) => figuresOf(db, body, now),
  },
  download: {
    access: approved,
    cost: { ...list, responseBytes: null, atOnce: 4 },
    tag: 'Jobs',
    summary: 'Export jobs',
    description:
      'Returns the filtered list as CSV, with times in UTC, or as an Excel workbook, with times of `timeZone`; or the files and messages of one job as ZIP. The response is streamed; an interrupted stream ends without its end mark.',
    errors: ['not-found'],
    handler: download,
  },
} satisfies Partial<CallRows>;
