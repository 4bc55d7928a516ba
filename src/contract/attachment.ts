import * as v from 'valibot';

/** Kinds of files that may have previews. */
export function hasPreview(contentType: string): boolean {
  return ['application/pdf', 'image/png', 'image/jpeg'].includes(contentType);
}

/** A stored file as answers carry it (a part of `Job` and of `Message`). */
export const Attachment = v.object({
  key: v.string(),
  /** Path below the base: `/attachments/{key}/{fileName}`. */
  link: v.string(),
  fileName: v.string(),
  contentType: v.optional(v.string(), 'application/octet-stream'),
  /** Bytes. */
  size: v.optional(v.number(), 0),
  /** The message it came with, or null when it came with the job itself. */
  communicationId: v.optional(v.nullable(v.string()), null),
  uploadedBy: v.optional(v.string(), ''),
  /** Seconds. */
  createdTimestamp: v.optional(v.number(), 0),
});
export type Attachment = v.InferOutput<typeof Attachment>;
