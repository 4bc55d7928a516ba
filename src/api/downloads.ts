import type { BlobCallName } from '../contract/calls.ts';
import { sleep } from '../timing.ts';
import { ApiError, asApiError, foreignError } from './ApiError.ts';
import { bytesOf, type Chunk, type ReadChunksOptions, readChunks } from './blobs.ts';
import { request } from './client.ts';
import { trackConnectivity } from './connectivity.ts';
import { type CallOptions, toRequest } from './createClient.ts';
import { matchesDigest } from './digest.ts';
import { readBody } from './envelope.ts';

/**
 * Makes a call whose response is a file, and resumes a download that breaks off or ends early.
 *
 * @param size of the file, in bytes; 0 where it is not known
 * @throws ApiError for every failure, a refusal with status 200 and a file that stays incomplete included; the signal's reason when
 *   aborted
 */
export function callForBlob<N extends BlobCallName>(
  name: N,
  options: CallOptions<N>,
  size = 0,
): Promise<Blob> {
  // The worker may respond with a cached file without saying so.
  return trackConnectivity(readFile(name, options, size), () => 'unknown');
}

async function readFile<N extends BlobCallName>(
  name: N,
  options: CallOptions<N>,
  size: number,
): Promise<Blob> {
  const { signal, onProgress } = options;
  const sent = toRequest(name, options);
  const response = await request(sent);
  const type = response.headers.get('content-type') ?? '';
  if (/html/i.test(type)) throw foreignError(response.status);
  if (/^application\/json/i.test(type)) {
    await readBody(response, signal);
    throw foreignError(response.status);
  }
  try {
    const file = await readResumed(response, (headers) => request({ ...sent, headers }), {
      signal,
      onProgress,
      size,
    });
    if (name === 'download' && !(await isComplete(file))) throw incomplete();
    return file;
  } catch (error) {
    signal?.throwIfAborted();
    throw asApiError(error);
  }
}

function incomplete(): ApiError {
  return new ApiError('offline', 'The file arrived incomplete. Check your connection and try again.');
}

/**
 * Whether a file of unknown size, which our server makes while it sends it, is complete: an archive (Excel's too) has its directory, a
 * list the end of its last line. A list that was cut between two lines is not noticed.
 */
export async function isComplete(file: Blob): Promise<boolean> {
  if (file.type.startsWith('text/csv')) return (await file.slice(-2).text()) === '\r\n';
  return (await file.slice(-22).text()).startsWith('PK\x05\x06');
}

/** Waits before each attempt in a row that reads nothing; after the last one the download fails. */
const usualWaitsMs = [500, 1000, 2000, 4000, 8000, 8000, 8000, 8000];

type ResumeOptions = Omit<ReadChunksOptions, 'chunks'> & {
  signal?: AbortSignal | undefined;
  /** Bytes of the file; 0 where they are not known. */
  size?: number;
  waitsMs?: readonly number[];
};

/** Whether a response continues where `first` broke off (true) or begins anew (false); null for any other, as a captive portal's page. */
function isRest(response: Response, first: Response, from: number): boolean | null {
  const { headers, status } = response;
  if (status === 206) return headers.get('content-range')?.startsWith(`bytes ${from}-`) || null;
  // The file has changed, or something on the way has dropped the range.
  return headers.get('content-type') === first.headers.get('content-type') ? false : null;
}

/**
 * Reads the body of a download. When it breaks off or ends early and its response has a strong ETag, requests the rest for as long as
 * attempts get further, and eight times more. Reads bytes that are not the file's once more.
 *
 * @param request repeats the request with additional headers
 * @throws the last failure; ApiError for a definite refusal of the rest and for a file that stays incomplete; the signal's reason when
 *   aborted
 */
export async function readResumed(
  first: Response,
  request: (headers: Record<string, string>) => Promise<Response>,
  { signal, size = 0, waitsMs = usualWaitsMs, ...options }: ResumeOptions = {},
): Promise<Blob> {
  const etag = first.headers.get('etag') ?? '';
  const chunks: Chunk[] = [];
  let furthest = 0;
  let attempts = 0;
  let mismatches = 0;

  async function readWhole(response: Response): Promise<Blob> {
    const file = await readBlob(response, { ...options, chunks });
    const isWhole = (size === 0 || file.size === size) && (await matchesDigest(file, response.headers));
    if (isWhole) return file;
    if (file.size >= size) {
      // Not the beginning of the file either.
      chunks.length = 0;
      mismatches += 1;
    }
    throw incomplete();
  }

  async function rest(broken: unknown): Promise<Response> {
    for (let error = broken; ; ) {
      const waitMs = waitsMs[attempts++];
      if (waitMs === undefined) throw error;
      await sleep(waitMs, signal);
      const from = bytesOf(chunks);
      try {
        const response = await request({ range: `bytes=${from}-`, 'if-range': etag });
        const isPart = isRest(response, first, from);
        if (isPart === false) chunks.length = 0;
        if (isPart !== null) return response;
        void response.body?.cancel();
      } catch (refused) {
        if (signal?.aborted || (refused instanceof ApiError && refused.definite)) throw refused;
        error = refused;
      }
    }
  }

  for (let response = first; ; ) {
    try {
      return await readWhole(response);
    } catch (error) {
      if (signal?.aborted || mismatches > 1 || !etag.startsWith('"')) throw error;
      const now = bytesOf(chunks);
      if (now > furthest) attempts = 0;
      furthest = Math.max(furthest, now);
      response = await rest(error);
    }
  }
}

/** Hands a file to its device; `save` does so by the browser's downloads. */
type Hand = (file: File, save: () => void) => void;
let hand: Hand | undefined;

/** Has files handed over in another way than by the browser's downloads. */
export function handFilesBy(other: Hand | undefined): void {
  hand = other;
}

/** Saves a file under a name. @returns whether the browser's downloads have it; otherwise the user is asked where it goes */
export function saveBlob(blob: Blob, fileName: string): boolean {
  if (!hand) {
    saveByLink(blob, fileName);
    return true;
  }
  hand(new File([blob], fileName, { type: blob.type }), () => saveByLink(blob, fileName));
  return false;
}

function saveByLink(blob: Blob, fileName: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.rel = 'noopener';
  document.body.append(link);
  link.click();
  link.remove();
  // Safari reads the URL a moment after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Reads the body of a download. */
export async function readBlob(response: Response, options: ReadChunksOptions = {}): Promise<Blob> {
  const type = response.headers.get('content-type') ?? '';
  return new Blob(await readChunks(response, options), { type });
}
