import { message } from './message.ts';
import { note } from './note.ts';
import { report } from './report.ts';
import { shot } from './shot.ts';
import { toggle } from './toggle.ts';
import { update } from './update.ts';

/** Everything that a user sends, by kind, as it is stored and sent; `shown.ts` has what only pages need. */
export const kinds = { message, toggle, note, report, update, shot };
