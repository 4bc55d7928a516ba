import { requestTimeoutMs } from '../contract/limits.ts';
import { ApiError } from './ApiError.ts';
import type { Transfer } from './uploadFetch.ts';

/** Bytes as they came. */
export type Chunk = Uint8Array<ArrayBuffer>;

export type Reading = {
  /** Told after each chunk. */
  onProgress?: ((transfer: Transfer) => void) | undefined;
  /** Without a byte for so long, it ends. */
  stallMs?: number;
  /** What was read before, of the same file; what is read now is put behind it, also when it breaks off. */
  chunks?: Chunk[];
};

/** The body of a download. It may take as long as it keeps coming; 8 s without a byte end it. */
export async function readBlob(
  response: Response,
  { onProgress, stallMs = requestTimeoutMs, chunks = [] }: Reading = {},
): Promise<Blob> {
  const type = response.headers.get('content-type') ?? '';
  if (!response.body) return new Blob(chunks, { type });
  const announced = Number(response.headers.get('content-length') ?? 0);
  const reader = response.body.getReader();
  let transferred = bytesOf(chunks);
  const total = announced && transferred + announced;
  for (;;) {
    const { done, value } = await withinStall(reader, stallMs);
    if (done) break;
    chunks.push(value);
    transferred += value.byteLength;
    onProgress?.({ transferred, total });
  }
  return new Blob(chunks, { type });
}

export function bytesOf(chunks: readonly Chunk[]): number {
  return chunks.reduce((sum, { byteLength }) => sum + byteLength, 0);
}

async function withinStall(reader: ReadableStreamDefaultReader<Chunk>, stallMs: number) {
  const stall = Promise.withResolvers<never>();
  const timer = setTimeout(() => stall.reject(new ApiError('timeout')), stallMs);
  try {
    return await Promise.race([reader.read(), stall.promise]);
  } catch (error) {
    void reader.cancel().catch(() => undefined);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
