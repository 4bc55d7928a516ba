import * as v from 'valibot';
import { attachmentTypeMessage, fileTypeMessage } from '../../src/contract/files/files.ts';
import { UploadIds } from '../../src/contract/files/uploadIds.ts';
import { uploadsField } from '../../src/contract/files/uploads.ts';
import { exampleTypeMessage } from '../../src/contract/jobs/checklistForms.ts';
import { invalid, Refusal } from '../errors/errors.ts';
import { parseSafeJson, safeJson } from './json.ts';

/** Whether a part is a file. A `job` sent as a blob has a file name ("blob") and is text. */
export function isPartAFile(fieldName?: string, contentType?: string, fileName?: string): boolean {
  return fieldName !== 'job' && (fileName !== undefined || contentType === 'application/octet-stream');
}

export function fieldValue(name: string, value: unknown, mostValues: number): unknown {
  // A JSON part, already parsed by the framework.
  if (typeof value !== 'string') return safeJson(value, mostValues);
  // Browsers send every line break in form data as CRLF; the user typed LF, which counts as one character.
  if (name !== 'job' && name !== uploadsField) return value.replaceAll('\r\n', '\n');
  try {
    return parseSafeJson(value, mostValues);
  } catch (error) {
    throw error instanceof Refusal && error.details.message ? error : invalid(name, 'must be JSON');
  }
}

/** Removes the part with upload ids from the fields, so that the fields are the same however files were sent. */
export function takeUploadIds(fields: Record<string, unknown>): string[] {
  const named = fields[uploadsField];
  if (named === undefined) return [];
  delete fields[uploadsField];
  const read = v.safeParse(UploadIds, named);
  if (!read.success) throw invalid(uploadsField, 'must be a list of different ids');
  return read.output;
}

/** Whether the files of a request are delivered, as far as its text parts were read. */
export function isDelivery(fields: Record<string, unknown>): boolean {
  return fileFieldOf(fields).field === 'deliverable.files';
}

/** Returns the form field of the request's files, and its message for files of another type (§5). */
export function fileFieldOf(fields: Record<string, unknown>): { field: string; typeMessage: string } {
  const { job } = fields;
  if (job === undefined) return { field: 'attachments', typeMessage: fileTypeMessage };
  const isObject = typeof job === 'object' && job !== null;
  if (isObject && 'shotId' in job) return { field: 'example', typeMessage: exampleTypeMessage };
  if (isObject && 'replyId' in job) return { field: 'files', typeMessage: fileTypeMessage };
  const name = isObject && 'evJobId' in job ? 'jobAttachmentFiles2Update' : 'jobAttachmentFiles2';
  const field = isObject && 'deliverable' in job ? 'deliverable.files' : name;
  return { field, typeMessage: attachmentTypeMessage };
}
