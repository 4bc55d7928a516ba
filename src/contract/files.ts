import * as v from 'valibot';
import {
  maxFileNameLength,
  maxFiles,
  maxUploadBytes,
  minAttachments,
  totalFilesSizeMessage,
} from './limits.ts';

/** The file rules of §5. A browser's `File` and the server's record of an upload both have this shape. */
export const FileChoice = v.object({
  name: v.string(),
  /** As the browser or the request names it; often empty or `application/octet-stream`. */
  type: v.string(),
  /** Bytes. */
  size: v.number(),
});
export type FileChoice = v.InferOutput<typeof FileChoice>;

/** What the file picker offers (§5), in the specification's order. */
export const pickerAccept = [
  'image/jpeg',
  'image/png',
  'application/pdf',
  'application/zip',
  'application/octet-stream',
  'application/x-zip-compressed',
  'multipart/x-zip',
] as const;

const allowedByName = /\.(pdf|zip|png|jpe?g)$/i;
const allowedTypes: readonly string[] = pickerAccept.filter((type) => type !== 'application/octet-stream');
const untold: readonly string[] = ['', 'application/octet-stream'];

/** A PDF, ZIP, PNG or JPEG: by its type, or by its name where the type tells nothing. The server looks at the bytes too. */
export function isAllowedFile(file: FileChoice): boolean {
  if (untold.includes(file.type)) return allowedByName.test(file.name);
  return allowedTypes.includes(file.type);
}

export function totalBytes(files: readonly FileChoice[]): number {
  return files.reduce((sum, file) => sum + file.size, 0);
}

export const fileTypeMessage = 'Please select a PDF, ZIP or an image (.PNG, .JP(E)G)';
export const attachmentTypeMessage = 'Attachment accepts only a PDF, ZIP, or an image (.PNG, .JPEG)';
export const atLeastOneFileMessage = 'Attachment must have at least one file selected';
export const totalFileSizeMessage = 'Total file size cannot exceed 100 MB';
/** Ours: a name with folders or control characters in it, or one that is too long. */
export const fileNameMessage = `Attachment must have a plain file name of at most ${maxFileNameLength} characters`;
export const tooManyFilesMessage = `must have at most ${maxFiles} files`;

const files = v.pipe(
  v.array(v.nullish(FileChoice)),
  v.transform((list) => list.filter((file) => file !== null && file !== undefined)),
  v.maxLength(maxFiles, tooManyFilesMessage),
);

/** Files of a message: an empty selection is fine. */
export const jobAttachmentFiles = v.pipe(
  files,
  v.check((list) => totalBytes(list) <= maxUploadBytes, totalFilesSizeMessage),
  v.check((list) => list.every(isAllowedFile), fileTypeMessage),
);

/** Documents of a job: of an allowed type, and 100 MB together. */
/* @__NO_SIDE_EFFECTS__ */
function documents(sizeMessage: string) {
  return v.pipe(
    files,
    v.check((list) => totalBytes(list) <= maxUploadBytes, sizeMessage),
    v.check((list) => list.every(isAllowedFile), attachmentTypeMessage),
  );
}

/** Files of a new job that gives links to its documents, and need not bring any. */
export const jobAttachmentFiles2Optional = documents(totalFilesSizeMessage);

/** Files of a new job: at least one. */
export const jobAttachmentFiles2 = v.pipe(
  jobAttachmentFiles2Optional,
  v.minLength(minAttachments, atLeastOneFileMessage),
);

/** Files added to a job that exists. */
export const jobAttachmentFiles2Update = documents(totalFileSizeMessage);
