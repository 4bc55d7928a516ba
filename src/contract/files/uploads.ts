/**
 * Files in pieces by the tus protocol (1.0.0), for connections on which a whole file would take too long or never arrive. Uploads are
 * created (POST), queried (HEAD), continued (PATCH) and deleted (DELETE) below this path.
 */
export const uploadsPath = '/uploads';
export const tusVersion = '1.0.0';
/** Every response of the protocol has it. */
export const tusHeader = 'tus-resumable';

/** The text part of a multipart request with the ids of finished uploads, a JSON list; they come before the request's own files. */
export const uploadsField = 'uploads';

const uploadId = /^[\w-]{1,100}$/;

/** Whether a value can be the id of an upload, which is the last segment of its address. */
export function isUploadId(id: unknown): id is string {
  return typeof id === 'string' && uploadId.test(id);
}
