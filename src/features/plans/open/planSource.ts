import type { PDFDataRangeTransport } from 'pdfjs-dist';
import { ApiError, isRefusal } from '../../../api/ApiError.ts';
import type { PreviewedFile } from '../../../api/attachments.ts';
import { request } from '../../../api/client.ts';
import { toRequest } from '../../../api/createClient.ts';
import { callForBlob } from '../../../api/downloads.ts';
import { maxUploadBytes } from '../../../contract/limits.ts';
import { cacheKey, existingResponses } from '../../../offline/responses.ts';
import { maxCachedFileBytes, touchResponse } from '../../../offline/storeResponse.ts';
import { recordsOwner } from '../../../outbox/records/waiting.ts';
import { sleep } from '../../../timing.ts';
import { PlanError } from './PlanError.ts';

type Transport = typeof PDFDataRangeTransport;

/** The bytes of a plan, for the library to read. */
export type PlanSource = {
  /** Returns the whole file, or how to read the parts of a larger one. @throws ApiError, PlanError */
  read(
    Transport: Transport,
  ): Promise<{ data: Uint8Array; range?: undefined } | { data?: undefined; range: PDFDataRangeTransport }>;
  /** Calls back when a part of the file cannot be had. */
  onFailure(listener: (error: Error) => void): void;
  /** Whether parts are on their way, which may take any time. @throws ApiError once one was refused: the library waits for it for ever */
  isWaiting(): boolean;
  /** Returns a source of the same bytes for another document, which reads only the parts that it needs. */
  another(): PlanSource;
  stop(): void;
};

/** A smaller file is read as a whole: requests of parts would take longer. */
const maxWholeBytes = 2 ** 20;
/** Waits between the attempts to read a part; the last one is repeated. */
const waitsMs = [500, 1000, 2000, 4000, 8000];
/** So many attempts fail before a document that is being opened counts as not to be had. */
const maxAttempts = 3;

/** Returns a file that the worker has cached: one read takes less than its parts, one by one through the worker. */
async function cachedFile(path: string, size: number): Promise<Blob | null> {
  const uid = recordsOwner()?.uid;
  const cache = uid === undefined ? null : await existingResponses(uid);
  if (!cache || uid === undefined) return null;
  const key = await cacheKey(uid, path);
  const cached = await cache.match(key);
  if (!cached) return null;
  void touchResponse(cache, key).catch(() => undefined);
  const file = await cached.blob();
  return file.size === size ? file : null;
}

/** @param onProgress bytes of a file that is read as a whole */
export function planSource(file: PreviewedFile, onProgress: (loaded: number) => void): PlanSource {
  return createSource(file, onProgress, { whole: null, isFirst: true });
}

function createSource(
  file: PreviewedFile,
  onProgress: (loaded: number) => void,
  { whole, isFirst }: { whole: Blob | null; isFirst: boolean },
): PlanSource {
  const params = { key: file.key, fileName: file.fileName };
  let pending = 0;
  let stopping = new AbortController();
  let failed: (error: Error) => void = () => undefined;
  let refusal: Error | undefined;

  async function readWhole(): Promise<Uint8Array> {
    const { signal } = stopping;
    whole ??= await callForBlob(
      'attachment',
      { params, signal, onProgress: ({ transferred }) => onProgress(transferred) },
      file.size,
    );
    if (whole.size === 0) throw new PlanError('empty');
    if (whole.size > maxUploadBytes) throw new PlanError('huge');
    return new Uint8Array(await whole.arrayBuffer());
  }

  function send(range?: string): Promise<Response> {
    return request({
      ...toRequest('attachment', { params }),
      signal: stopping.signal,
      ...(range && { headers: { range } }),
    });
  }

  async function readPart(begin: number, end: number): Promise<Uint8Array> {
    const { signal } = stopping;
    for (let attempt = 1; ; attempt += 1) {
      try {
        const response = whole ? null : await send(`bytes=${begin}-${end - 1}`);
        const isPart = response?.status === 206;
        const sent = await response?.blob();
        // Something on the way may drop the range.
        if (!isPart && sent?.size === file.size) whole = sent;
        const part = isPart ? sent : whole?.slice(begin, end);
        // Something on the way may end a response early without an error.
        if (part?.size !== Math.min(end, file.size) - begin) throw new ApiError('offline');
        return new Uint8Array(await part.arrayBuffer());
      } catch (error) {
        signal.throwIfAborted();
        if (isRefusal(error)) throw error;
        if (attempt === maxAttempts) failed(error as Error);
      }
      await sleep(waitsMs[Math.min(attempt, waitsMs.length) - 1] ?? 0, signal);
    }
  }

  /**
   * Reads the file from its beginning too, meanwhile: the worker caches it, so that it opens without a connection. When that breaks off,
   * the parts remain.
   */
  async function readAhead(range: PDFDataRangeTransport): Promise<void> {
    const { body } = await send();
    if (!body) return;
    // Safari cannot loop over a stream.
    await body.pipeTo(new WritableStream({ write: (chunk) => range.onDataProgressiveRead(chunk) }));
    range.onDataProgressiveDone();
  }

  return {
    async read(Transport) {
      stopping = new AbortController();
      refusal = undefined;
      if (file.size > maxUploadBytes) throw new PlanError('huge');
      if (file.size > maxWholeBytes && file.size <= maxCachedFileBytes)
        whole ??= await cachedFile(toRequest('attachment', { params }).path, file.size).catch(() => null);
      if (whole || file.size <= maxWholeBytes) return { data: await readWhole() };
      const range = new (class extends Transport {
        override requestDataRange(begin: number, end: number): void {
          pending += 1;
          readPart(begin, end)
            .then((part) => this.onDataRange(begin, part))
            .catch((error: Error) => {
              if (isRefusal(error)) refusal = error;
              failed(error);
            })
            .finally(() => {
              pending -= 1;
            });
        }
      })(file.size, null);
      if (isFirst && file.size <= maxCachedFileBytes) readAhead(range).catch(() => undefined);
      return { range };
    },
    onFailure(listener) {
      failed = listener;
    },
    isWaiting() {
      if (refusal) throw refusal;
      return pending > 0;
    },
    another: () => createSource(file, () => undefined, { whole, isFirst: false }),
    stop: () => stopping.abort(),
  };
}
