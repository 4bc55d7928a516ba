import { uploadsField } from '../contract/files/uploads.ts';
import { requestTimeoutMs } from '../contract/limits.ts';

const slowestUploadBytesPerSecond = 32 * 1024;
const longestUploadMs = 10 * 60 * 1000;

/** Returns the time limit of a request in milliseconds: 8 s, with files as much more as a slow connection needs, at most 10 min. */
export function timeoutFor(files: readonly Blob[]): number {
  const bytes = files.reduce((sum, file) => sum + file.size, 0);
  return Math.min(requestTimeoutMs + (bytes / slowestUploadBytesPerSecond) * 1000, longestUploadMs);
}

/** A body for `fetch`; the browser sets the content type of a form. */
type RequestContent = { body: string | FormData; type?: 'application/json' };

/**
 * Encodes the body of a POST (§7): a message as multipart text parts, anything else as JSON, which with files is the part `job`.
 * Files are repeated parts `attachments`; ids of finished uploads have a part of their own.
 */
export function requestBody(
  body: object,
  files: readonly File[],
  uploads: readonly string[] = [],
): RequestContent {
  const isMessage = 'evCommunication.content' in body;
  if (files.length + uploads.length === 0 && !isMessage) {
    return { body: JSON.stringify(body), type: 'application/json' };
  }
  const parts = new FormData();
  if (isMessage) {
    for (const [key, value] of Object.entries(body)) {
      if (typeof value === 'string') parts.append(key, value);
    }
  } else {
    parts.append('job', JSON.stringify(body));
  }
  if (uploads.length > 0) parts.append(uploadsField, JSON.stringify(uploads));
  for (const file of files) parts.append('attachments', file, file.name);
  return { body: parts };
}

/** Bytes moved so far; `total` is 0 while it is not known. */
export type Transfer = { transferred: number; total: number };

export type SendForm = (
  request: Request,
  form: FormData,
  onProgress: (transfer: Transfer) => void,
) => Promise<Response>;
