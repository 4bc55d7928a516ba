import { qrReaderFile } from '../../offline/qrReaderFile.ts';
import { askWorker, WorkerFailure } from '../../ui/files/askWorker.ts';
import type { QrQuestion } from './qrWorker.ts';
import workerScript from './qrWorker.ts?worker&url';

const limitMs = 60_000;

/**
 * Returns the text of the QR code on a photo, which stays on this device; null where none is found.
 *
 * @throws TypeError where the reader cannot be loaded
 */
export async function readQr(photo: Blob): Promise<string | null> {
  const wasmBinary = await qrReaderFile();
  const question: QrQuestion = { photo, wasmBinary };
  try {
    return await askWorker(workerScript, question, { limitMs, transfer: [wasmBinary] });
  } catch (error) {
    if (error instanceof WorkerFailure && error.why === 'not-loaded') throw new TypeError(error.message);
    throw error;
  }
}
