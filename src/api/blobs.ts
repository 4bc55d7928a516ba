import { requestTimeoutMs } from '../contract/limits.ts';
import { withTimeout } from '../timing.ts';
import { ApiError } from './ApiError.ts';
import type { Transfer } from './requestBody.ts';

export type Chunk = Uint8Array<ArrayBuffer>;

export type ReadOptions = {
  /** Called after each chunk. */
  onProgress?: ((transfer: Transfer) => void) | undefined;
  /** Fails after so long without a byte. */
  stallMs?: number;
  /** The chunks of the same file that were read before. New ones are appended, also when the body breaks off. */
  chunks?: Chunk[];
};

export function bytesOf(chunks: readonly Chunk[]): number {
  return chunks.reduce((sum, { byteLength }) => sum + byteLength, 0);
}

/** Reads a body, for as long as it keeps coming. @throws ApiError `timeout` after 8 s without a byte */
async function readChunks(
  { body, headers }: Response,
  { onProgress, stallMs = requestTimeoutMs, chunks = [] }: ReadOptions,
): Promise<Chunk[]> {
  if (!body) return chunks;
  const announced = Number(headers.get('content-length') ?? 0);
  const reader = body.getReader();
  let transferred = bytesOf(chunks);
  const total = announced && transferred + announced;
  try {
    for (;;) {
      const { done, value } = await withTimeout(reader.read(), stallMs, () => {
        throw new ApiError('timeout');
      });
      if (done) return chunks;
      chunks.push(value);
      transferred += value.byteLength;
      onProgress?.({ transferred, total });
    }
  } catch (error) {
    void reader.cancel().catch(() => undefined);
    throw error;
  }
}

/** The digest of the whole file, also in a response with a part of it (RFC 9530). Our server sends it with every stored file. */
export const digestHeader = 'repr-digest';
/** The digest of a larger file is not checked: it would have to be in memory at once. */
const maxDigestBytes = 32 * 1024 * 1024;

/**
 * Whether a file is the one whose digest a response states; true without a digest. Something on the way may end a file early without
 * an error, or put other bytes in its place.
 */
export async function matchesDigest(file: Blob, headers: Headers): Promise<boolean> {
  const digest = headers.get(digestHeader);
  // Pages that are not secure cannot hash.
  if (digest === null || file.size > maxDigestBytes || !crypto.subtle) return true;
  const hash = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
  return digest.includes(`sha-256=:${btoa(String.fromCharCode(...new Uint8Array(hash)))}:`);
}

/** Reads the body of a download. */
export async function readBlob(response: Response, options: ReadOptions = {}): Promise<Blob> {
  const type = response.headers.get('content-type') ?? '';
  return new Blob(await readChunks(response, options), { type });
}

/** Reads a body as text. Not by a Blob, which would pass through another process of the browser first. */
export async function readText(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  const chunks = await readChunks(response, {});
  return chunks.map((chunk) => decoder.decode(chunk, { stream: true })).join('') + decoder.decode();
}
