import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { type FileKind, fileKind, sampleBytes } from './fileKind.ts';

/** The bytes are of a kind we do not take, or there are none. */
export class WrongKind extends Error {
  override name = 'WrongKind';
}

/** The bytes of one file on their way to the store, and what was learnt of them. */
export type Intake = {
  /** Throws `WrongKind` before the first byte of a file of another kind. */
  bytes: AsyncGenerator<Uint8Array>;
  /** Known once all bytes went through. */
  learnt(): { contentType: FileKind; sha256: string };
};

/**
 * Judges a file by its first bytes and hashes it while it passes; holds no more of it than those first bytes.
 *
 * @param count is told of each piece before it passes, and may throw to stop
 */
export function intake(source: Readable, count: (bytes: number) => void): Intake {
  const hash = createHash('sha256');
  let kind: FileKind | undefined;

  async function judged(sample: Buffer): Promise<Buffer> {
    kind = await fileKind(sample);
    if (!kind) throw new WrongKind();
    hash.update(sample);
    return sample;
  }

  async function* pass(): AsyncGenerator<Uint8Array> {
    let head = Buffer.alloc(0);
    // The rest of a refused file is still read off the line, so the source must outlive this loop.
    for await (const chunk of source.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      count(chunk.length);
      if (kind) {
        hash.update(chunk);
        yield chunk;
      } else {
        head = Buffer.concat([head, chunk]);
        if (head.length >= sampleBytes) yield await judged(head);
      }
    }
    if (!kind) yield await judged(head);
  }

  function learnt() {
    if (!kind) throw new WrongKind();
    return { contentType: kind, sha256: hash.digest('hex') };
  }

  return { bytes: pass(), learnt };
}
