import { staff } from '../access/access.ts';
import { listReplies, saveReply } from '../data/savedReplies.ts';
import { kilobyte, maxResponseBytes, read, write } from '../http/callCosts.ts';
import type { CallRows } from '../http/callRow.ts';
import { repeats } from '../writes/repeats.ts';

/** The calls of saved replies. */
export const savedReplyCalls = {
  savedReplies: {
    access: staff,
    // At most 200 of 2,000 characters, with 5 files each.
    cost: { ...read, responseBytes: maxResponseBytes, atOnce: 20 },
    tag: 'Messages',
    summary: 'List saved replies',
    description:
      'For staff. The firm’s, and the caller’s own, by name. Those of a user and their files are theirs alone, and clients get none. `{project}` and other names of fields in a text are filled in by the app when it is put into a message.',
    handler: ({ db, caller }) => listReplies(db, caller),
  },
  saveReply: {
    access: staff,
    cost: { ...write, bodyBytes: 64 * kilobyte, responseBytes: maxResponseBytes, atOnce: 10 },
    takesFiles: true,
    written: true,
    chosen: true,
    repeat: repeats.saveReply,
    tag: 'Messages',
    summary: 'Save a saved reply',
    description:
      'For staff: their own; for admins also the firm’s. Adds, changes or removes one; as multipart with new files. Its files stay unless `drops` has their keys, and a file that it has already is not added again. A removed one stays removed. The response has all of them.',
    errors: ['not-found', 'forbidden', 'too-large', 'upload-gone'],
    handler: ({ db, caller, body, files, now, requestId, choice }) =>
      saveReply(db, caller, body, files, { now, requestId, choice }),
  },
} satisfies Partial<CallRows>;
