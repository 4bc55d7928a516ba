import { requestTimeoutMs } from '../contract/limits.ts';
import { withTimeout } from '../timing.ts';
import { ApiError } from './ApiError.ts';
import type { Transfer } from './requestBody.ts';

export type Chunk = Uint8Array<ArrayBuffer>;

export type ReadChunksOptions = {
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

/** Reads a body of any duration, as long as bytes keep arriving. @throws ApiError `timeout` after 8 s without a byte */
export async function readChunks(
  { body, headers }: Response,
  { onProgress, stallMs = requestTimeoutMs, chunks = [] }: ReadChunksOptions,
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

/** Reads a body as text, chunk by chunk: a Blob would take it through another process of the browser. */
export async function readText(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  const chunks = await readChunks(response, {});
  return chunks.map((chunk) => decoder.decode(chunk, { stream: true })).join('') + decoder.decode();
}
