import { scriptAddress } from '../../scriptAddress.ts';
import { sleep } from '../../timing.ts';

/** A worker gave no answer: its script could not be loaded, it failed, or it took too long. */
export class WorkerFailure extends Error {
  readonly why: 'not-loaded' | 'failed' | 'too-long';

  constructor(why: WorkerFailure['why']) {
    super(why);
    this.why = why;
  }
}

type Options = { limitMs: number; signal?: AbortSignal; transfer?: Transferable[] };

/**
 * Asks a worker of its own one question; ending it is the only way to stop it, and gives all of its memory back.
 *
 * @throws WorkerFailure, and the signal's reason
 */
export async function askWorker<Answer>(
  script: string,
  question: unknown,
  { limitMs, signal, transfer = [] }: Options,
): Promise<Answer> {
  signal?.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const fail = (why: WorkerFailure['why']) => reject(new WorkerFailure(why));
  const worker = new Worker(scriptAddress(script), { type: 'module' });
  const limit = new AbortController();
  worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => resolve(data));
  worker.addEventListener('error', (event) => {
    event.preventDefault();
    // Without a message, the script could not be loaded.
    fail(event.message ? 'failed' : 'not-loaded');
  });
  signal?.addEventListener('abort', () => reject(signal.reason), { signal: limit.signal });
  sleep(limitMs, limit.signal).then(
    () => fail('too-long'),
    () => undefined,
  );
  try {
    worker.postMessage(question, transfer);
    return await promise;
  } finally {
    limit.abort();
    worker.terminate();
  }
}
