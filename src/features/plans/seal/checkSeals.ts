import { scriptAddress } from '../../../scriptAddress.ts';
import { sleep } from '../../../timing.ts';
import { Doubt } from './Doubt.ts';
import { unreadable } from './reportOf.ts';
import type { SealReport } from './Seal.ts';
import type { SealQuestion } from './sealWorker.ts';
import workerScript from './sealWorker.ts?worker&url';
import type { Means } from './verifySeals.ts';

/** Longer than the largest file takes on a slow phone. */
const limitMs = 60_000;

/** Verifies the signatures of a PDF in a worker of its own. @throws the signal's reason */
export async function checkSeals(
  bytes: Uint8Array<ArrayBuffer>,
  means: Means,
  signal: AbortSignal,
): Promise<SealReport> {
  const { promise, resolve, reject } = Promise.withResolvers<SealReport>();
  const worker = new Worker(scriptAddress(workerScript), { type: 'module' });
  const limit = new AbortController();
  worker.addEventListener('message', ({ data }: MessageEvent<SealReport>) => resolve(data));
  worker.addEventListener('error', (event) => {
    event.preventDefault();
    resolve(unreadable(new Doubt(event.message ? 'damaged' : 'not-loaded')));
  });
  signal.addEventListener('abort', () => reject(signal.reason), { signal: limit.signal });
  sleep(limitMs, limit.signal).then(
    () => resolve(unreadable(new Doubt('too-large'))),
    () => undefined,
  );
  try {
    signal.throwIfAborted();
    const question: SealQuestion = { bytes, means };
    worker.postMessage(question, [bytes.buffer]);
    return await promise;
  } finally {
    limit.abort();
    worker.terminate();
  }
}
