import * as v from 'valibot';
import { form, listOf, requiredLine, requiredText } from './fields.ts';
import { jobAttachmentFiles, totalBytes } from './files/files.ts';
import { maxReplyFiles, maxReplyLength, maxReplyNameLength } from './limits.ts';
import { shotId } from './messages/messageForms.ts';

/** Ours: bytes of all files of a saved reply, which devices keep for when they have no connection. */
const maxReplyBytes = 20 * 1024 * 1024;
export const replySizeMessage = 'Files of a saved reply cannot exceed 20 MB in total';

/** What staff fill in about a saved reply. */
export const SavedReplyForm = form({
  name: requiredLine(maxReplyNameLength),
  content: requiredText(maxReplyLength),
  files: v.pipe(
    jobAttachmentFiles,
    v.maxLength(maxReplyFiles, `must have ${maxReplyFiles} files or fewer`),
    v.check((files) => totalBytes(files) <= maxReplyBytes, replySizeMessage),
  ),
});
export type SavedReplyForm = v.InferOutput<typeof SavedReplyForm>;

/**
 * POST /saved-replies/save: adds, changes or removes one. JSON, or multipart with this as JSON in the part `job` and new files as parts
 * `attachments`. Names all but its files, which stay unless `drops` has their keys, so that a repeat changes nothing.
 */
export const SavedReplySave = form({
  ...SavedReplyForm.entries,
  files: v.optional(SavedReplyForm.entries.files, []),
  replyId: shotId,
  /** Of a new one; one that exists stays whose it is. */
  isFirms: v.boolean('must be true or false'),
  drops: v.exactOptional(listOf(v.pipe(v.string(), v.maxLength(200)), 2 * maxReplyFiles)),
  /** For good. */
  removed: v.exactOptional(v.boolean('must be true or false')),
});
export type SavedReplySave = v.InferOutput<typeof SavedReplySave>;
