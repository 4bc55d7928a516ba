import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import * as v from 'valibot';
import {
  attachmentTypeMessage,
  fileNameMessage,
  fileTypeMessage,
  tooManyFilesMessage,
} from '../../src/contract/files.ts';
import { maxFiles, maxUploadBytes } from '../../src/contract/limits.ts';
import { UploadIds, uploadsField } from '../../src/contract/uploads.ts';
import type { Queryable } from '../data/db/db.ts';
import { mostWaitingBytes, uploadsOf, useUploads, waitingBytes } from '../data/messages/uploads.ts';
import type { CallCost } from '../http/callCosts.ts';
import { bodyTooLarge, invalid, Refusal, Unavailable } from '../http/errors.ts';
import { harmless, parsedJson } from '../http/json.ts';
import { nowSeconds, type Services } from '../services.ts';
import { wholeUpload } from '../uploads/joinUpload.ts';
import { intake, WrongKind } from './fileIntake.ts';
import type { FileKind } from './fileKind.ts';
import { isUsableFileName, storedFileName } from './fileName.ts';
import { newFileKey } from './files.ts';

/** A file of a request, stored and looked at. */
export type StoredFile = {
  key: string;
  /** Safe and stamped. */
  fileName: string;
  /** As its bytes say. */
  contentType: FileKind;
  /** Bytes. */
  size: number;
  /** Of the bytes, as hex. */
  sha256: string;
};

export type Upload = {
  /** Of its text parts. */
  textBytes: number;
  /** The text parts by name (of a repeated one, the last); `job` comes out of its JSON. */
  fields: Record<string, unknown>;
  /** Those that were sent in pieces before, then those of the request itself in the order they came. */
  files: StoredFile[];
  /** Makes the files that were sent in pieces those of the transaction that names them. Throws `upload-gone` if they were used. */
  takeUploads(db: Queryable): Promise<void>;
  /** Removes every file that came in the request. Must be called unless the rows that name them were committed. */
  discard(): Promise<void>;
};

/** A user with too much on its way may go on when some of it has arrived. */
const retrySeconds = 30;

/** Ours. How large the text parts may be together is the call's own limit (`callCosts`). */
const limits = {
  files: maxFiles,
  fields: 40,
  parts: maxFiles + 40,
  fieldSize: 512 * 1024,
  fieldNameSize: 100,
  headerPairs: 50,
  // One more than all files may have together, so that our own count always speaks first.
  fileSize: maxUploadBytes + 1,
};

/** A `job` sent as a blob has a file name ("blob") and yet is text. */
function isPartAFile(fieldName?: string, contentType?: string, fileName?: string): boolean {
  return fieldName !== 'job' && (fileName !== undefined || contentType === 'application/octet-stream');
}

function fieldValue(name: string, value: unknown, mostValues: number): unknown {
  // A part of that type was parsed already.
  if (typeof value !== 'string') return harmless(value, mostValues);
  // A browser's form data writes every line break as CRLF; the person typed LF, and it counts as one character.
  if (name !== 'job' && name !== uploadsField) return value.replaceAll('\r\n', '\n');
  try {
    return parsedJson(value, mostValues);
  } catch (error) {
    throw error instanceof Refusal && error.details.message ? error : invalid(name, 'must be JSON');
  }
}

/** Takes the part that names uploads out of the fields: however files travelled, the fields are the same. */
function takeIds(fields: Record<string, unknown>): string[] {
  const named = fields[uploadsField];
  if (named === undefined) return [];
  delete fields[uploadsField];
  const read = v.safeParse(UploadIds, named);
  if (!read.success) throw invalid(uploadsField, 'must be a list of different ids');
  return read.output;
}

/** The form field that the files of a request belong to, and what it says of a file of another kind (§5). */
function fileFieldOf(fields: Record<string, unknown>): { field: string; typeMessage: string } {
  const { job } = fields;
  if (job === undefined) return { field: 'attachments', typeMessage: fileTypeMessage };
  const isObject = typeof job === 'object' && job !== null;
  const name = isObject && 'evJobId' in job ? 'jobAttachmentFiles2Update' : 'jobAttachmentFiles2';
  const field = isObject && 'deliverable' in job ? 'deliverable.files' : name;
  return { field, typeMessage: attachmentTypeMessage };
}

/** What the store, the parser or the line said, as one of our errors. */
function refusalOf(error: unknown, fields: Record<string, unknown>): Error {
  if (error instanceof Refusal || error instanceof Unavailable) return error;
  const tooMany = error instanceof Error && 'code' in error && error.code === 'FST_FILES_LIMIT';
  const message = tooMany ? tooManyFilesMessage : 'must be whole multipart form data';
  return invalid(fileFieldOf(fields).field, message);
}

/** Reads the rest of a file off the line without keeping it. */
async function drain(source: Readable, count: (bytes: number) => void): Promise<void> {
  for await (const chunk of source as AsyncIterable<Buffer>) count(chunk.length);
}

/**
 * Receives a multipart request: text parts and files in any order, and the ids of files that were sent in pieces. Files go to the store as they arrive, so memory stays
 * flat; each is counted, hashed and judged by its content on the way. Throws a `Refusal` for files of other kinds, with
 * unusable names, too many or more than 100 MB together (§5, §8), and for broken multipart data; no byte is kept then. Of uploads
 * that are not there, not whole or not the caller's it throws `upload-gone`.
 */
export async function receiveUpload(
  request: FastifyRequest,
  services: Pick<Services, 'db' | 'files' | 'now' | 'log' | 'bytesInFlight'>,
  cost: Pick<CallCost, 'bodyBytes' | 'values'>,
): Promise<Upload> {
  const uid = request.caller?.uid ?? '';
  const fields: Record<string, unknown> = {};
  const files: StoredFile[] = [];
  let totalBytes = 0;
  let textBytes = 0;
  let source: Readable | null = null;
  let refused: 'kind' | 'name' | null = null;

  function count(bytes: number): void {
    totalBytes += bytes;
    if (totalBytes > maxUploadBytes) throw new Refusal('too-large');
  }

  function countText(value: unknown): unknown {
    textBytes += Buffer.byteLength(typeof value === 'string' ? value : JSON.stringify(value));
    if (textBytes > cost.bodyBytes) throw bodyTooLarge(cost.bodyBytes);
    return value;
  }

  async function discard(): Promise<void> {
    await Promise.all(files.splice(0).map(({ key }) => services.files.remove(key)));
  }

  async function keep(file: Readable, name: string): Promise<void> {
    const key = newFileKey();
    const { bytes, learnt } = intake(file, count);
    const size = await services.files.put(key, bytes);
    const { contentType, sha256 } = learnt();
    files.push({
      key,
      fileName: storedFileName(name, contentType, services.now()),
      contentType,
      size,
      sha256,
    });
  }

  /** A refused file does not end the reading: which words it gets depends on text parts that may follow. */
  async function take(file: Readable, name: string): Promise<void> {
    if (!isUsableFileName(name)) refused ??= 'name';
    const before = totalBytes;
    try {
      if (!refused) return await keep(file, name);
    } catch (error) {
      if (!(error instanceof WrongKind)) throw error;
      // What a browser sends for a file input that nothing was chosen in.
      if (name === '' && totalBytes === before) return;
      refused ??= 'kind';
    }
    await discard();
    await drain(file, count);
  }

  /** What was sent in pieces. The files stay the uploads' until a transaction takes them. */
  async function uploaded(ids: readonly string[]): Promise<StoredFile[]> {
    const rows = await uploadsOf(services.db, uid, ids);
    if (rows.length !== ids.length) throw new Refusal('upload-gone');
    for (const { size } of rows) count(size);
    const whole: StoredFile[] = [];
    for (const id of ids) whole.push(await wholeUpload(services, uid, id));
    return whole;
  }

  const announced = Math.min(Number(request.headers['content-length'] ?? maxUploadBytes), maxUploadBytes);
  const most = mostWaitingBytes - (await waitingBytes(services.db, uid, nowSeconds(services)));
  const landed = services.bytesInFlight.take(uid, announced, most);
  if (!landed) throw new Refusal('rate-limited', { retryAfter: retrySeconds });
  let ids: string[] = [];
  let before: StoredFile[] = [];
  try {
    for await (const part of request.parts({ limits, preservePath: true, isPartAFile })) {
      if (part.type === 'file') {
        source = part.file;
        await take(part.file, part.filename);
      } else {
        if (part.valueTruncated) throw invalid(part.fieldname, 'is too long');
        fields[part.fieldname] = fieldValue(part.fieldname, countText(part.value), cost.values);
      }
    }
    ids = takeIds(fields);
    const { field, typeMessage } = fileFieldOf(fields);
    if (!refused) {
      before = await uploaded(ids).catch((error: unknown) => {
        throw error instanceof WrongKind ? invalid(field, typeMessage) : error;
      });
    }
    if (refused) throw invalid(field, refused === 'kind' ? typeMessage : fileNameMessage);
  } catch (error) {
    source?.destroy();
    await discard();
    // The rest is read and forgotten: left unread, it would block the line; cut off, many clients would never see the answer.
    request.raw.unpipe();
    request.raw.resume();
    throw refusalOf(error, fields);
  } finally {
    landed();
  }
  return {
    textBytes,
    fields,
    files: [...before, ...files],
    takeUploads: (db) => useUploads(db, uid, ids, nowSeconds(services)),
    discard,
  };
}
