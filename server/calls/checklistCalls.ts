import { administrators, approved } from '../access/access.ts';
import { listShots, saveShot } from '../data/checklists.ts';
import { maxResponseBytes, read, write } from '../http/callCosts.ts';
import type { CallRows } from '../http/callRow.ts';
import { repeats } from '../writes/repeats.ts';

/** The calls of photo checklists. */
export const checklistCalls = {
  checklists: {
    access: approved,
    cost: { ...read, responseBytes: maxResponseBytes, atOnce: 20 },
    tag: 'Jobs',
    summary: 'List photo checklists',
    description:
      'The shots of all lists: one list for each service, in order. Example pictures are files without a job, which every approved user may read.',
    handler: ({ db }) => listShots(db),
  },
  saveShot: {
    access: administrators,
    // At most 15 lists of 50 shots in the response.
    cost: { ...write, responseBytes: maxResponseBytes, atOnce: 10 },
    takesFiles: true,
    written: true,
    chosen: true,
    repeat: repeats.saveShot,
    tag: 'Jobs',
    summary: 'Save a shot of a photo checklist',
    description:
      'For admins. Adds, changes, moves or removes one shot; as multipart with an example picture. `after` names the shot before it. A removed shot stays removed, and jobs keep the photos that answered it. The response has all lists.',
    errors: ['too-large', 'upload-gone'],
    handler: ({ db, caller, body, files, now, requestId, choice }) =>
      saveShot(db, caller, body, files, { now, requestId, choice }),
  },
} satisfies Partial<CallRows>;
