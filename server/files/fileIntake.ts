import { createHash, type Hash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { type FileKind, fileKind, sampleBytes } from '../../src/contract/files/fileKind.ts';
import type { PhotoNote } from '../../src/contract/files/photoNote.ts';
import type { StoredFile } from '../data/storedFile.ts';
import { losesMetadata, withoutMetadata } from './withoutMetadata.ts';

/** The file is of a type that is not accepted, or empty. */
export class WrongKind extends Error {
  override name = 'WrongKind';
}

/** The bytes of a file on their way to the store, with what is detected meanwhile. */
export type Intake = {
  /** Throws `WrongKind` before the first byte of a file of another kind. */
  bytes: AsyncGenerator<Uint8Array>;
  /** Returns the type and the hash, once all bytes have passed. */
  detected(): Pick<StoredFile, 'contentType' | 'sha256' | 'photo'> & Required<Pick<StoredFile, 'sent'>>;
};

/**
 * Detects the type of a file from its first bytes, leaves the metadata of a photo out and hashes it while it passes; buffers only those
 * first bytes, and a part of a photo.
 *
 * @param count called with the size of each chunk before it passes; may throw to stop
 * @param isDelivered a delivered file is stored as it is
 */
export function intake(source: Readable, count: (bytes: number) => void, isDelivered = false): Intake {
  const sentHash = createHash('sha256');
  /** Of what is stored, where it is not what was sent. */
  let hash: Hash | undefined;
  let size = 0;
  let kind: FileKind | undefined;
  let photo: PhotoNote | undefined;

  function judged(sample: Buffer): Buffer {
    kind = fileKind(sample);
    if (!kind) throw new WrongKind();
    return sample;
  }

  async function* sent(): AsyncGenerator<Uint8Array> {
    let head = Buffer.alloc(0);
    // The rest of a rejected file is still read from the connection, so the source must outlive this loop.
    for await (const chunk of source.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      count(chunk.length);
      size += chunk.length;
      sentHash.update(chunk);
      if (kind) yield chunk;
      else {
        head = Buffer.concat([head, chunk]);
        if (head.length >= sampleBytes) yield judged(head);
      }
    }
    if (!kind) yield judged(head);
  }

  async function* pass(): AsyncGenerator<Uint8Array> {
    const all = sent();
    const first = await all.next();
    if (first.done) return;
    async function* again(): AsyncGenerator<Uint8Array> {
      yield first.value as Uint8Array;
      yield* all;
    }
    if (isDelivered || !kind || !losesMetadata(kind)) return yield* again();
    hash = createHash('sha256');
    for await (const part of withoutMetadata(again(), kind, (note) => (photo ??= note))) {
      if (part.length === 0) continue;
      hash.update(part);
      yield part;
    }
  }

  function detected() {
    if (!kind) throw new WrongKind();
    const sent = { size, sha256: sentHash.digest('hex') };
    return { contentType: kind, sha256: hash?.digest('hex') ?? sent.sha256, sent, photo };
  }

  return { bytes: pass(), detected };
}
