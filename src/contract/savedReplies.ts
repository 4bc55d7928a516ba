import * as v from 'valibot';
import { Attachment } from './jobs/jobDetails.ts';

/** Ours: a text with files that staff put into messages and reasons. Clients never see it. */
export const SavedReply = v.object({
  replyId: v.string(),
  /** Whether it is the firm's, which all staff have; others are the reader's own. */
  isFirms: v.boolean(),
  name: v.string(),
  /** May name fields of a job: `{project}`. */
  content: v.string(),
  files: v.array(Attachment),
});
export type SavedReply = v.InferOutput<typeof SavedReply>;
