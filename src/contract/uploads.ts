import * as v from 'valibot';
import { listOf } from './fields.ts';
import { maxFiles } from './limits.ts';

/**
 * Files in pieces (the tus protocol, 1.0.0), for lines on which a whole file would take too long or never arrive: below this
 * path they are made (POST), asked for (HEAD), gone on with (PATCH) and given up (DELETE). Another backend answers without
 * `Tus-Resumable`, and gets its files within the requests they belong to.
 */
export const uploadsPath = '/uploads';
export const tusVersion = '1.0.0';
/** Every response of the protocol has it. */
export const tusHeader = 'tus-resumable';

/** The text part of a multipart request that names finished uploads, as a JSON list of ids; they come before its own files. */
export const uploadsPart = 'uploads';

/** The end of an upload's address. */
const uploadId = /^[\w-]{1,100}$/;

export function isUploadId(id: unknown): id is string {
  return typeof id === 'string' && uploadId.test(id);
}

/** What the part holds. An upload can be used once, by whoever made it. */
export const UploadIds = v.pipe(
  listOf(v.pipe(v.string(), v.regex(uploadId)), maxFiles),
  v.check((ids) => new Set(ids).size === ids.length),
);
