import { askWorker, WorkerFailure } from './askWorker.ts';
import workerScript from './heicWorker.ts?worker&url';
import { jpegName } from './jpegName.ts';

/** What the worker reports: the JPEG, or why there is none. */
export type HeicOutcome = Blob | 'unreadable' | 'unavailable';

/** Longer than the largest photo takes on a slow phone. */
const limitMs = 90_000;

/** The photo cannot be converted now, because the decoder cannot be loaded. */
class DecoderUnavailable extends Error {}

/**
 * Returns a HEIC photo as a JPEG: upright, in its colors, without metadata.
 *
 * @returns null when it cannot be read
 * @throws DecoderUnavailable without a connection, and the signal's reason
 */
export async function jpegOfHeic(file: File, signal: AbortSignal): Promise<File | null> {
  const outcome = await askWorker<HeicOutcome>(workerScript, file, { limitMs, signal }).catch((error) => {
    if (!(error instanceof WorkerFailure)) throw error;
    return error.why === 'not-loaded' ? 'unavailable' : 'unreadable';
  });
  if (outcome === 'unavailable') throw new DecoderUnavailable();
  if (outcome === 'unreadable' || outcome.type !== 'image/jpeg') return null;
  const { lastModified } = file;
  return new File([outcome], jpegName(file.name), { type: outcome.type, lastModified });
}
