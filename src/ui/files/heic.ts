import { scriptAddress } from '../../scriptAddress.ts';
import { sleep } from '../../timing.ts';
import workerScript from './heicWorker.ts?worker&url';
import { jpegName } from './jpegName.ts';

/** What the worker reports: the JPEG, or why there is none. */
export type HeicOutcome = Blob | 'unreadable' | 'unavailable';

/** Longer than the largest photo takes on a slow phone. */
const limitMs = 90_000;

/** The photo cannot be converted now, because the decoder cannot be loaded. */
class DecoderUnavailable extends Error {}

/** Converts in a worker of its own; ending it is the only way to stop it, and gives all of its memory back. */
async function convert(file: File, signal: AbortSignal): Promise<HeicOutcome> {
  const { promise, resolve, reject } = Promise.withResolvers<HeicOutcome>();
  const worker = new Worker(scriptAddress(workerScript), { type: 'module' });
  const limit = new AbortController();
  worker.addEventListener('message', ({ data }: MessageEvent<HeicOutcome>) => resolve(data));
  worker.addEventListener('error', (event) => {
    event.preventDefault();
    // Without a message, the script could not be loaded.
    resolve(event.message ? 'unreadable' : 'unavailable');
  });
  signal.addEventListener('abort', () => reject(signal.reason), { signal: limit.signal });
  sleep(limitMs, limit.signal).then(
    () => resolve('unreadable'),
    () => undefined,
  );
  try {
    signal.throwIfAborted();
    worker.postMessage(file);
    return await promise;
  } finally {
    limit.abort();
    worker.terminate();
  }
}

/**
 * Returns a HEIC photo as a JPEG: upright, in its colors, without metadata.
 *
 * @returns null when it cannot be read
 * @throws DecoderUnavailable without a connection, and the signal's reason
 */
export async function jpegOfHeic(file: File, signal: AbortSignal): Promise<File | null> {
  const outcome = await convert(file, signal);
  if (outcome === 'unavailable') throw new DecoderUnavailable();
  if (outcome === 'unreadable' || outcome.type !== 'image/jpeg') return null;
  const { lastModified } = file;
  return new File([outcome], jpegName(file.name), { type: outcome.type, lastModified });
}
