import { askWorker, WorkerFailure } from '../../../ui/files/askWorker.ts';
import { Doubt } from './Doubt.ts';
import { unreadable } from './reportOf.ts';
import type { SealReport } from './Seal.ts';
import type { SealQuestion } from './sealWorker.ts';
import workerScript from './sealWorker.ts?worker&url';
import type { Means } from './verifySeals.ts';

/** Longer than the largest file takes on a slow phone. */
const limitMs = 60_000;

const doubts = { 'not-loaded': 'not-loaded', failed: 'damaged', 'too-long': 'too-large' } as const;

/** Verifies the signatures of a PDF in a worker of its own. @throws the signal's reason */
export async function checkSeals(
  bytes: Uint8Array<ArrayBuffer>,
  means: Means,
  signal: AbortSignal,
): Promise<SealReport> {
  const question: SealQuestion = { bytes, means };
  try {
    return await askWorker(workerScript, question, { limitMs, signal, transfer: [bytes.buffer] });
  } catch (error) {
    if (!(error instanceof WorkerFailure)) throw error;
    return unreadable(new Doubt(doubts[error.why]));
  }
}
