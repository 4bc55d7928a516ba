import type { Readable } from 'node:stream';
import { DataStore, ERRORS, Upload } from '@tus/server';
import { isStorable } from '../data/isStorable.ts';
import { acceptPiece, beginPiece, deletePieces } from '../data/messages/uploadPieces.ts';
import {
  abandonUpload,
  addUpload,
  deleteUploads,
  type UploadRow,
  uploadsOf,
} from '../data/messages/uploads.ts';
import { invalid } from '../errors/errors.ts';
import { isUsableFileName } from '../files/fileName.ts';
import { newFileKey } from '../files/files.ts';
import type { Services } from '../services/services.ts';
import { nowSeconds } from '../time/clock.ts';
import { type Checksum, isRight } from './checksum.ts';
import { mergeSmallPieces, removePieces } from './chunks.ts';

/** The protocol's own status for a wrong checksum. */
const wrongChecksum = { status_code: 460, body: 'The bytes do not have this checksum\n' };

/** Lifetime of an upload; a phone may be off for a long weekend. */
const uploadLifetimeSeconds = 7 * 86_400;

type Parts = Pick<Services, 'db' | 'files' | 'now' | 'log' | 'bytesInFlight'>;

/**
 * The uploads of one user, for one request. A chunk is a file of the store and a row with its offset, so any process on the same
 * database and store can continue an upload. There are no locks: a chunk counts only if the upload is still at the chunk's offset,
 * which one statement checks (`acceptPiece`), so that a dead connection blocks nobody.
 */
export class UploadStore extends DataStore {
  override extensions = ['creation', 'creation-with-upload', 'expiration', 'termination', 'checksum'];
  readonly #parts: Parts;
  readonly #uid: string;
  readonly #checksum: Checksum | null;
  readonly #isOver: () => boolean;

  /** @param isOver whether another request has taken the upload over */
  constructor(parts: Parts, uid: string, checksum: Checksum | null, isOver = () => false) {
    super();
    this.#parts = parts;
    this.#uid = uid;
    this.#checksum = checksum;
    this.#isOver = isOver;
  }

  get #now(): number {
    return nowSeconds(this.#parts);
  }

  override getExpiration(): number {
    return uploadLifetimeSeconds * 1000;
  }

  override async create(upload: Upload): Promise<Upload> {
    const metadata = upload.metadata ?? {};
    if (
      !Object.entries(metadata)
        .flat()
        .every((text) => text === null || isStorable(text))
    ) {
      throw invalid('Upload-Metadata', 'must be text without control characters');
    }
    if (!isUsableFileName(metadata.filename ?? '')) throw ERRORS.INVALID_METADATA;
    const created = this.#now;
    const made = {
      upload_id: upload.id,
      size: upload.size ?? 0,
      metadata,
      created,
      expires: created + uploadLifetimeSeconds,
    };
    await addUpload(this.#parts.db, this.#uid, made, this.#parts.bytesInFlight.of(this.#uid));
    upload.creation_date = new Date(created * 1000).toISOString();
    return upload;
  }

  async #row(id: string): Promise<UploadRow> {
    const [row] = await uploadsOf(this.#parts.db, this.#uid, [id]);
    if (!row) throw ERRORS.FILE_NOT_FOUND;
    if (row.expires <= this.#now) throw ERRORS.FILE_NO_LONGER_EXISTS;
    return row;
  }

  override async getUpload(id: string): Promise<Upload> {
    const row = await this.#row(id);
    // The library compares it with the system's clock, which differs from the clock of the service in tests.
    const createdMs = Date.now() - (this.#now - row.created) * 1000;
    return new Upload({
      id,
      size: row.size,
      offset: row.received,
      metadata: row.metadata,
      creation_date: new Date(createdMs).toISOString(),
    });
  }

  override async write(stream: Readable, id: string, start: number): Promise<number> {
    const { db, files } = this.#parts;
    const key = newFileKey();
    await beginPiece(db, id, { key, start });
    let size = 0;
    try {
      size = await files.put(key, this.#arriving(stream));
      const isStored = size > 0 && (await acceptPiece(db, id, { key, start, size }, this.#now));
      if (!isStored) await this.#drop(key);
      if (!isStored && size > 0) throw ERRORS.INVALID_OFFSET;
    } catch (error) {
      // A chunk that may be stored is not removed; an unused one goes with its upload.
      if (size === 0) await deletePieces(db, [key]);
      throw error;
    }
    await mergeSmallPieces(this.#parts, id);
    return start + size;
  }

  async #drop(key: string): Promise<void> {
    await this.#parts.files.remove(key);
    await deletePieces(this.#parts.db, [key]);
  }

  /**
   * Yields the bytes of a request. If the connection breaks, what has arrived is kept, unless there is a hash, which only the whole
   * can match.
   */
  async *#arriving(stream: Readable): AsyncGenerator<Uint8Array> {
    const checksum = this.#checksum;
    try {
      for await (const bytes of stream as AsyncIterable<Buffer>) {
        checksum?.hash.update(bytes);
        yield bytes;
      }
    } catch (error) {
      if (!this.#isOver() && (checksum || stream.errored !== error || !isCut(error))) throw error;
    }
    if (this.#isOver()) throw ERRORS.INVALID_OFFSET;
    if (checksum && !isRight(checksum)) throw wrongChecksum;
  }

  override async remove(id: string): Promise<void> {
    const { db } = this.#parts;
    const { key } = await this.#row(id);
    if (!(await abandonUpload(db, this.#uid, id, this.#now))) throw ERRORS.FILE_NOT_FOUND;
    await removePieces(this.#parts, id, key);
    await deleteUploads(db, [id]);
  }
}

/** Whether the connection broke, as opposed to a request with more or fewer bytes than announced. */
function isCut(error: unknown): boolean {
  return error instanceof Error && !('status_code' in error);
}
