import { staff } from '../access/access.ts';
import { addNote, listNotes } from '../data/staffNotes.ts';
import { kilobyte, maxResponseBytes, read, rowBytes, textBytes, write } from '../http/callCosts.ts';
import type { CallRows } from '../http/callRow.ts';
import { repeats } from '../writes/repeats.ts';

/** The calls of staff notes. */
export const staffNoteCalls = {
  staffNotes: {
    // Not even the client of the job: to them, every job is without notes.
    access: staff,
    // At most 100 notes of 10,000 characters, each with 20 mentions; `pageOf` stops at 4 MB.
    cost: { ...read, responseBytes: maxResponseBytes, loopMs: 200, atOnce: 20 },
    tag: 'Jobs',
    summary: 'List the staff notes of a job',
    description:
      'For staff. Newest first, 25 per page; `?startAfter=` requests the next page. No other call, event, search, export or message to a client contains any of them.',
    errors: ['not-found', 'bad-cursor'],
    handler: ({ db, caller, params, query }) => listNotes(db, caller, params.jobId, query.startAfter),
  },
  addStaffNote: {
    access: staff,
    cost: {
      ...write,
      bodyBytes: textBytes + 16 * kilobyte,
      responseBytes: 512 * kilobyte,
      storedBytes: 2 * rowBytes,
    },
    written: true,
    repeat: repeats.addStaffNote,
    tag: 'Jobs',
    summary: 'Add a staff note to a job',
    description:
      'For staff. Notifies the active staff whose email addresses are in `mentions`. Others are left out: the response names those who are notified.',
    errors: ['not-found'],
    handler: ({ db, caller, body, now, written, key }) => addNote(db, caller, body, now, written, key),
  },
} satisfies Partial<CallRows>;
