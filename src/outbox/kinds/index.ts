import { assignment } from './assignment.ts';
import { due } from './due.ts';
import { mark } from './mark.ts';
import { message } from './message.ts';
import { note } from './note.ts';
import { report } from './report.ts';
import { shot } from './shot.ts';
import { update } from './update.ts';

/** Everything that a user sends, by kind, as it is stored and sent; `shown.ts` has what only pages need. */
export const kinds = { message, mark, note, report, update, due, assignment, shot };
