import { requestTimeoutMs } from '../contract/limits.ts';
import { uploadsPart } from '../contract/uploads.ts';

const slowestUploadBytesPerSecond = 32 * 1024;
const longestUploadMs = 10 * 60 * 1000;

/** Time for one request: 8 s, and for files as much more as a slow line needs, at most 10 minutes. */
export function timeoutFor(files: readonly Blob[]): number {
  const bytes = files.reduce((sum, file) => sum + file.size, 0);
  return Math.min(requestTimeoutMs + (bytes / slowestUploadBytesPerSecond) * 1000, longestUploadMs);
}

/** As `fetch` takes it; a form's content type is the browser's to say. */
export type RequestContent = { body: string | FormData; type?: 'application/json' };

/**
 * The body of a POST as the wire wants it (§7): a message always goes as multipart text parts; anything else with files
 * as one JSON part `job`; anything without files as JSON. Files are the repeated part `attachments`; those that were sent in
 * pieces before are named in a part of their own.
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
  if (uploads.length > 0) parts.append(uploadsPart, JSON.stringify(uploads));
  for (const file of files) parts.append('attachments', file, file.name);
  return { body: parts };
}
