import { requestTimeoutMs } from '../contract/limits.ts';
import { ApiError } from './ApiError.ts';
import type { Transfer } from './uploadFetch.ts';

/**
 * The body of a download. It may take as long as it keeps coming; 8 s without a byte end it.
 *
 * @param onProgress is told after each chunk
 */
export async function readBlob(
  response: Response,
  onProgress?: (transfer: Transfer) => void,
  stallMs = requestTimeoutMs,
): Promise<Blob> {
  const type = response.headers.get('content-type') ?? '';
  if (!response.body) return new Blob([], { type });
  const total = Number(response.headers.get('content-length') ?? 0);
  const reader = response.body.getReader();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let transferred = 0;
  for (;;) {
    const { done, value } = await withinStall(reader, stallMs);
    if (done) break;
    chunks.push(value);
    transferred += value.byteLength;
    onProgress?.({ transferred, total });
  }
  return new Blob(chunks, { type });
}

async function withinStall(reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>, stallMs: number) {
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
