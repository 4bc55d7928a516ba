import { ApiError } from './ApiError.ts';
import { bytesOf, type Chunk, type Reading, readBlob } from './blob.ts';

/** Before each try in a row that brought nothing; after the last it is given up. */
const usualWaitsMs = [500, 1000, 2000, 4000, 8000, 8000, 8000, 8000];

type Resuming = Omit<Reading, 'chunks'> & {
  signal?: AbortSignal | undefined;
  waitsMs?: readonly number[];
};

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}

/** The same file from where it broke off; null for something else, a captive portal's page, say. */
function isRest(answer: Response, first: Response, from: number): boolean | null {
  if (answer.status === 206) return answer.headers.get('content-range')?.startsWith(`bytes ${from}-`) || null;
  // Another file by now, or somebody who knows no parts of files: from the beginning.
  return answer.headers.get('content-type') === first.headers.get('content-type') ? false : null;
}

/**
 * The body of a download. When it breaks off and its answer has a strong ETag, the rest is asked for, as often as it gets further and
 * some tries more.
 *
 * @param ask asks for the same again, with these headers as well
 * @throws what broke it off last; a definite refusal of the rest; the signal's reason
 */
export async function readResumed(
  first: Response,
  ask: (headers: Record<string, string>) => Promise<Response>,
  { signal, waitsMs = usualWaitsMs, ...reading }: Resuming = {},
): Promise<Blob> {
  const etag = first.headers.get('etag') ?? '';
  const chunks: Chunk[] = [];
  let furthest = 0;
  let tries = 0;

  async function rest(broken: unknown): Promise<Response> {
    for (let error = broken; ; ) {
      const waitMs = waitsMs[tries++];
      if (waitMs === undefined) throw error;
      await pause(waitMs, signal);
      const from = bytesOf(chunks);
      try {
        const answer = await ask({ range: `bytes=${from}-`, 'if-range': etag });
        const isPart = isRest(answer, first, from);
        if (isPart === false) chunks.length = 0;
        if (isPart !== null) return answer;
        void answer.body?.cancel();
      } catch (refused) {
        if (signal?.aborted || (refused instanceof ApiError && refused.definite)) throw refused;
        error = refused;
      }
    }
  }

  for (let answer = first; ; ) {
    try {
      return await readBlob(answer, { ...reading, chunks });
    } catch (error) {
      if (signal?.aborted || !etag.startsWith('"')) throw error;
      const now = bytesOf(chunks);
      if (now > furthest) tries = 0;
      furthest = Math.max(furthest, now);
      answer = await rest(error);
    }
  }
}
