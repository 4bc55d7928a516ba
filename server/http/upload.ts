import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { fileNameMessage, tooManyFilesMessage } from '../../src/contract/files/files.ts';
import { maxFiles, maxUploadBytes } from '../../src/contract/limits.ts';
import type { Queryable } from '../data/db/db.ts';
import { mostWaitingBytes, unusedUploadBytes, uploadsOf, useUploads } from '../data/messages/uploads.ts';
import type { StoredFile } from '../data/storedFile.ts';
import { invalid, Refusal, Unavailable } from '../errors/errors.ts';
import { discardFiles } from '../files/discardFiles.ts';
import { intake, WrongKind } from '../files/fileIntake.ts';
import { isUsableFileName, storedFileName } from '../files/fileName.ts';
import { newFileKey } from '../files/files.ts';
import type { Services } from '../services/services.ts';
import { nowSeconds } from '../time/clock.ts';
import { wholeUpload } from '../uploads/joinUpload.ts';
import type { CallCost } from './callCosts.ts';
import { bodyTooLarge } from './errorResponse.ts';
import { fieldValue, fileFieldOf, isDelivery, isPartAFile, takeUploadIds } from './uploadFields.ts';

export type Upload = {
  /** Total bytes of the text parts. */
  textBytes: number;
  /** The text parts by name (the last of a repeated one); `job` is parsed JSON. */
  fields: Record<string, unknown>;
  /** Files of finished uploads first, then those of the request itself in their order. */
  files: StoredFile[];
  /** Assigns the uploads to the transaction that names their files. Throws `upload-gone` if they were used already. */
  takeUploads(db: Queryable): Promise<void>;
  /** Removes every file of the request itself; never throws. Must be called unless the rows that name them were committed. */
  discard(): Promise<void>;
};

/** How soon a user with too many bytes in flight may try again. */
const retrySeconds = 30;

/** Our limits. The total size of the text parts is a limit of the call (`callCosts`). */
const limits = {
  files: maxFiles,
  fields: 40,
  parts: maxFiles + 40,
  fieldSize: 512 * 1024,
  fieldNameSize: 100,
  headerPairs: 50,
  // One byte above the total limit, so that our own count rejects first.
  fileSize: maxUploadBytes + 1,
};

/** Turns an error of the store, the parser or the connection into one of ours. */
function refusalOf(error: unknown, fields: Record<string, unknown>): Error {
  if (error instanceof Refusal || error instanceof Unavailable) return error;
  const tooMany = error instanceof Error && 'code' in error && error.code === 'FST_FILES_LIMIT';
  const message = tooMany ? tooManyFilesMessage : 'must be whole multipart form data';
  return invalid(fileFieldOf(fields).field, message);
}

/** Reads the rest of a file and drops it. */
async function drain(source: Readable, count: (bytes: number) => void): Promise<void> {
  for await (const chunk of source as AsyncIterable<Buffer>) count(chunk.length);
}

type Parts = Pick<Services, 'db' | 'files' | 'now' | 'log'>;

async function stored(
  { files, now }: Parts,
  file: Readable,
  name: string,
  count: (bytes: number) => void,
  isDelivered: boolean,
): Promise<StoredFile> {
  const key = newFileKey();
  const { bytes, detected } = intake(file, count, isDelivered);
  const size = await files.put(key, bytes);
  const { contentType, ...found } = detected();
  return { key, fileName: storedFileName(name, contentType, now()), contentType, size, ...found };
}

/** Returns the files of finished uploads, which belong to the uploads until a transaction takes them. */
async function uploaded(
  services: Parts,
  uid: string,
  ids: readonly string[],
  count: (bytes: number) => void,
  isDelivered: boolean,
): Promise<StoredFile[]> {
  const rows = await uploadsOf(services.db, uid, ids);
  if (rows.length !== ids.length) throw new Refusal('upload-gone');
  for (const { size } of rows) count(size);
  const whole: StoredFile[] = [];
  for (const id of ids) whole.push(await wholeUpload(services, uid, id, isDelivered));
  return whole;
}

/**
 * Receives a multipart request: text parts and files in any order (`job` before delivered photos), and the ids of finished uploads.
 * Streams files to the store, so that memory stays flat, and counts, hashes and checks each by its content.
 *
 * @throws Refusal for files of other types, with unusable names, too many or more than 100 MB in total (§5, §8), and for
 *   malformed multipart data, in which case no byte stays stored; `upload-gone` for uploads that do not exist, are incomplete or
 *   belong to another user
 */
export async function receiveUpload(
  request: FastifyRequest,
  services: Parts & Pick<Services, 'bytesInFlight'>,
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

  const discard = () => discardFiles(services, files.splice(0));

  /** Stores a file. Goes on reading after a rejected file, because its message depends on text parts that may follow. */
  async function take(file: Readable, name: string): Promise<void> {
    if (!isUsableFileName(name)) refused ??= 'name';
    const before = totalBytes;
    try {
      if (!refused) {
        files.push(await stored(services, file, name, count, isDelivery(fields)));
        return;
      }
    } catch (error) {
      if (!(error instanceof WrongKind)) throw error;
      // A browser sends this for an empty file input.
      if (name === '' && totalBytes === before) return;
      refused ??= 'kind';
    }
    await discard();
    await drain(file, count);
  }

  const announced = Math.min(Number(request.headers['content-length'] ?? maxUploadBytes), maxUploadBytes);
  const most = mostWaitingBytes - (await unusedUploadBytes(services.db, uid, nowSeconds(services)));
  const landed = services.bytesInFlight.take(uid, announced, most);
  if (!landed) throw new Refusal('rate-limited', { retryAfter: retrySeconds });
  let ids: string[] = [];
  let isBodyRead = false;
  let before: StoredFile[] = [];
  try {
    for await (const part of request.parts({ limits, preservePath: true, isPartAFile })) {
      if (part.type === 'file') {
        const isFirst = source === null;
        source = part.file;
        if (isFirst) await request.server.spendUpload?.(request);
        await take(part.file, part.filename);
      } else {
        if (part.valueTruncated) throw invalid(part.fieldname, 'is too long');
        fields[part.fieldname] = fieldValue(part.fieldname, countText(part.value), cost.values);
      }
    }
    isBodyRead = true;
    ids = takeUploadIds(fields);
    const { field, typeMessage } = fileFieldOf(fields);
    if (!refused) {
      before = await uploaded(services, uid, ids, count, isDelivery(fields)).catch((error: unknown) => {
        throw error instanceof WrongKind ? invalid(field, typeMessage) : error;
      });
    }
    if (refused) throw invalid(field, refused === 'kind' ? typeMessage : fileNameMessage);
    // A delivered file is never altered, which had to be known before its bytes came.
    if (isDelivery(fields) && files.some(({ sha256, sent }) => sent && sent.sha256 !== sha256))
      throw invalid('job', 'must come before the files');
  } catch (error) {
    source?.destroy();
    await discard();
    // Reads and drops the rest of the body: left unread, it would block the connection; with the connection cut off, many clients
    // would never see the response.
    request.raw.unpipe();
    request.raw.resume();
    throw isBodyRead ? error : refusalOf(error, fields);
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
