import * as v from 'valibot';
import {
  maxFileNameLength,
  maxFiles,
  maxUploadBytes,
  minAttachments,
  totalFilesSizeMessage,
} from '../limits.ts';

/** A chosen file: the shape that a browser's `File` and the server's record of an upload share. */
export const FileChoice = v.object({
  name: v.string(),
  /** The content type by the browser or the request; often empty or `application/octet-stream`. */
  type: v.string(),
  /** Bytes. */
  size: v.number(),
});
export type FileChoice = v.InferOutput<typeof FileChoice>;

/** The content types that the file picker offers, in the order of §5. */
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

/**
 * Whether a file says that it is a PDF, ZIP, PNG or JPEG, by its name or its type. The type refuses no file: browsers and programs give
 * good ones `image/jpg`, `application/x-pdf`, `text/plain` or none. What is in it is decided by its first bytes (`fileKind.ts`), where it
 * is chosen and on the server, and a file that was chosen has its true type and name.
 */
export function isAllowedFile({ name, type }: FileChoice): boolean {
  if (allowedByName.test(name)) return true;
  return allowedTypes.includes(type);
}

/** Ours: a photo as some phones take it; the app sends a JPEG of it. The types that pickers and shares offer besides those of §5. */
export const heicTypes = ['image/heic', 'image/heif'] as const;

/** Returns the sum of the sizes. */
export function totalBytes(files: readonly FileChoice[]): number {
  return files.reduce((sum, file) => sum + file.size, 0);
}

export const fileTypeMessage = 'Please select a PDF, ZIP or an image (.PNG, .JP(E)G)';
export const attachmentTypeMessage = 'Attachment accepts only a PDF, ZIP, or an image (.PNG, .JPEG)';
export const atLeastOneFileMessage = 'Attachment must have at least one file selected';
export const totalFileSizeMessage = 'Total file size cannot exceed 100 MB';
/** Ours: for a name that is too long, or has folders or control characters in it. */
export const fileNameMessage = `Attachment must have a file name of ${maxFileNameLength} characters or fewer, without special characters`;
export const tooManyFilesMessage = `must have ${maxFiles} files or fewer`;

const files = v.pipe(
  v.array(v.nullish(FileChoice)),
  v.transform((list) => list.filter((file) => file !== null && file !== undefined)),
  v.maxLength(maxFiles, tooManyFilesMessage),
);

/** Files of a message; none is valid. */
export const jobAttachmentFiles = v.pipe(
  files,
  v.check((list) => totalBytes(list) <= maxUploadBytes, totalFilesSizeMessage),
  v.check((list) => list.every(isAllowedFile), fileTypeMessage),
);

/** Documents of a job: of allowed types, at most 100 MB in total. */
/* @__NO_SIDE_EFFECTS__ */
function documents(sizeMessage: string) {
  return v.pipe(
    files,
    v.check((list) => totalBytes(list) <= maxUploadBytes, sizeMessage),
    v.check((list) => list.every(isAllowedFile), attachmentTypeMessage),
  );
}

/** Files of a new job that has links to its documents; none is valid. */
export const jobAttachmentFiles2Optional = documents(totalFilesSizeMessage);

/** Files of a new job: at least one. */
export const jobAttachmentFiles2 = v.pipe(
  jobAttachmentFiles2Optional,
  v.minLength(minAttachments, atLeastOneFileMessage),
);

/** Files added to a job that exists. */
export const jobAttachmentFiles2Update = documents(totalFileSizeMessage);
