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

/** The body of an answer. It may take as long as it keeps coming; 8 s without a byte end it. */
async function readChunks(
  { body, headers }: Response,
  { onProgress, stallMs = requestTimeoutMs, chunks = [] }: Reading,
): Promise<Chunk[]> {
  if (!body) return chunks;
  const announced = Number(headers.get('content-length') ?? 0);
  const reader = body.getReader();
  let transferred = bytesOf(chunks);
  const total = announced && transferred + announced;
  for (;;) {
    const { done, value } = await withinStall(reader, stallMs);
    if (done) return chunks;
    chunks.push(value);
    transferred += value.byteLength;
    onProgress?.({ transferred, total });
  }
}

/** The body of a download. */
export async function readBlob(response: Response, reading: Reading = {}): Promise<Blob> {
  const type = response.headers.get('content-type') ?? '';
  return new Blob(await readChunks(response, reading), { type });
}

/** The body of an answer of the service; a Blob would go through another process of the browser first. */
export async function readText(response: Response, reading: Reading = {}): Promise<string> {
  const decoder = new TextDecoder();
  const chunks = await readChunks(response, reading);
  return chunks.map((chunk) => decoder.decode(chunk, { stream: true })).join('') + decoder.decode();
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
