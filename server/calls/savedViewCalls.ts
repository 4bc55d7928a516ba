import { staff } from '../access/access.ts';
import { countListed } from '../data/jobs/jobQuery.ts';
import { listViews, saveView } from '../data/savedViews.ts';
import { kilobyte, list, maxResponseBytes, read, write } from '../http/callCosts.ts';
import type { CallRows } from '../http/callRow.ts';
import { repeats } from '../writes/repeats.ts';

/** The calls of views that staff have named. */
export const savedViewCalls = {
  savedViews: {
    access: staff,
    // Up to 30 of each user of staff.
    cost: { ...read, responseBytes: maxResponseBytes, atOnce: 20 },
    tag: 'Jobs',
    summary: 'List named views',
    description:
      'For staff. The caller’s own, and those that others share with the staff, by name: a tab of the list of jobs with filters, search and order, as they stand in the address of the list. Clients get none.',
    handler: ({ db, caller }) => listViews(db, caller),
  },
  saveView: {
    access: staff,
    cost: { ...write, responseBytes: maxResponseBytes, values: 100, atOnce: 10 },
    written: true,
    chosen: true,
    repeat: repeats.saveView,
    tag: 'Jobs',
    summary: 'Save a named view',
    description:
      'For staff: their own; for admins also those that are shared, but for whether they are. Adds, changes or removes one; a later save brings a removed one back. The response has all of them.',
    errors: ['not-found', 'forbidden'],
    handler: ({ db, caller, body, now, choice }) => saveView(db, caller, body, { now, choice }),
  },
  jobCounts: {
    access: staff,
    cost: { ...list, bodyBytes: 256 * kilobyte, values: 5000, responseBytes: 4 * kilobyte, atOnce: 4 },
    tag: 'Jobs',
    summary: 'Count lists of jobs',
    description:
      'For staff. How many jobs each list has, by the filters of `POST /evjobs/v2/search`. None is counted beyond 100.',
    handler: ({ db, caller, body, now }) => countListed(db, caller, body.lists, now),
  },
} satisfies Partial<CallRows>;
