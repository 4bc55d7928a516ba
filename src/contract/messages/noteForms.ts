import * as v from 'valibot';
import { email, form, jobId, listOf, message } from '../fields.ts';
import { maxMentions } from '../limits.ts';

/** The form of a note. */
export const NoteForm = form({ note: message });

/** POST /jobs/note: adds a note of staff to a job. Mentions of anyone but active staff are left out. */
export const NoteSend = form({
  jobId,
  /** As long as a message. */
  note: message,
  /** Emails of staff to notify. */
  mentions: v.exactOptional(listOf(email, maxMentions)),
});
export type NoteSend = v.InferOutput<typeof NoteSend>;
