import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { type FileKind, fileKind, sampleBytes } from '../../src/contract/files/fileKind.ts';

/** The file is of a type that is not accepted, or empty. */
export class WrongKind extends Error {
  override name = 'WrongKind';
}

/** The bytes of a file on their way to the store, with what is detected meanwhile. */
export type Intake = {
  /** Throws `WrongKind` before the first byte of a file of another kind. */
  bytes: AsyncGenerator<Uint8Array>;
  /** Returns the type and the hash, once all bytes have passed. */
  detected(): { contentType: FileKind; sha256: string };
};

/**
 * Detects the type of a file from its first bytes and hashes it while it passes; buffers only those first bytes.
 *
 * @param count called with the size of each chunk before it passes; may throw to stop
 */
export function intake(source: Readable, count: (bytes: number) => void): Intake {
  const hash = createHash('sha256');
  let kind: FileKind | undefined;

  function judged(sample: Buffer): Buffer {
    kind = fileKind(sample);
    if (!kind) throw new WrongKind();
    hash.update(sample);
    return sample;
  }

  async function* pass(): AsyncGenerator<Uint8Array> {
    let head = Buffer.alloc(0);
    // The rest of a rejected file is still read from the connection, so the source must outlive this loop.
    for await (const chunk of source.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      count(chunk.length);
      if (kind) {
        hash.update(chunk);
        yield chunk;
      } else {
        head = Buffer.concat([head, chunk]);
        if (head.length >= sampleBytes) yield judged(head);
      }
    }
    if (!kind) yield judged(head);
  }

  function detected() {
    if (!kind) throw new WrongKind();
    return { contentType: kind, sha256: hash.digest('hex') };
  }

  return { bytes: pass(), detected };
}
