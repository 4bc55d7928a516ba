import { maxComparisonBytes } from '../../src/contract/files/savedComparison.ts';
import { approved } from '../access/access.ts';
import { listComparisons, saveComparison } from '../data/comparisons.ts';
import { kilobyte, maxResponseBytes, read, rowBytes, write } from '../http/callCosts.ts';
import type { CallRows } from '../http/callRow.ts';

/** The calls of comparisons of plans. */
export const comparisonCalls = {
  comparisons: {
    access: approved,
    // At most 20 of 200 KB.
    cost: { ...read, responseBytes: maxResponseBytes, loopMs: 200, atOnce: 20 },
    tag: 'Jobs',
    summary: 'List what differs between PDFs of a job',
    description:
      'The comparisons of its PDFs with others of the job, or of the jobs that it revises, newest first: at most 20, of the present version only, and without those of files that the caller may not see. `byStaff` says whether staff or EV Jobs itself compared.',
    errors: ['not-found'],
    handler: ({ db, caller, params }) => listComparisons(db, caller, params.jobId),
  },
  saveComparison: {
    access: approved,
    cost: {
      ...write,
      bodyBytes: maxComparisonBytes + 4 * kilobyte,
      // The boxes of its places.
      values: 60_000,
      storedBytes: 2 * rowBytes,
      loopMs: 200,
      atOnce: 10,
    },
    tag: 'Jobs',
    summary: 'Store what differs between two PDFs',
    description:
      'The file after is of the job, the one before of the job or of one that it revises. What a client’s device says does not replace what staff or EV Jobs itself found out. One of another version than the present one is accepted and not stored.',
    errors: ['not-found'],
    async handler({ db, caller, body, now }) {
      await saveComparison(db, caller, body, now);
      return { done: true };
    },
  },
} satisfies Partial<CallRows>;
