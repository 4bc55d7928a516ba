import type { FastifyBaseLogger } from 'fastify';
import type { Pulse } from './pulse.ts';

/**
 * Has something done at the pulse, at most so often.
 *
 * @param work one share of it; called again until it says that nothing is left
 * @param failed what the log says when it fails; the next time tries again
 * @returns what stops it, and resolves when nothing is being done any more
 */
export function nowAndThen(
  parts: {
    /** Milliseconds since 1970. */
    now: () => number;
    log: Pick<FastifyBaseLogger, 'warn'>;
    pulse: Pulse;
  },
  everyMs: number,
  work: () => Promise<'more' | 'done'>,
  failed: string,
): () => Promise<void> {
  const { now, log, pulse } = parts;
  let lastMs = Number.NEGATIVE_INFINITY;
  let working: Promise<void> | undefined;
  let stopped = false;

  async function workOn(): Promise<void> {
    while (!stopped && (await work()) === 'more');
  }

  const stop = pulse.onBeat(() => {
    if (working || now() - lastMs < everyMs) return;
    lastMs = now();
    working = workOn()
      .catch((error: unknown) => log.warn({ err: error }, failed))
      .finally(() => {
        working = undefined;
      });
  });
  return async () => {
    stopped = true;
    stop();
    await working;
  };
}
