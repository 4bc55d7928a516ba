import type { FastifyBaseLogger } from 'fastify';

/** Work that no answer waits for, and that a graceful stop does. */
export type Background = {
  /** Failures are logged; they are nobody else's. */
  run(work: () => Promise<void>): void;
  /** Resolves when everything started so far has ended. */
  settled(): Promise<void>;
};

export function openBackground(log: FastifyBaseLogger): Background {
  const running = new Set<Promise<void>>();
  return {
    run(work) {
      // Begun later, so that not even an error thrown at once reaches whoever asks for it.
      const ended = Promise.resolve()
        .then(work)
        .catch((error: unknown) => log.error({ err: error }, 'work in the background failed'))
        .finally(() => running.delete(ended));
      running.add(ended);
    },
    async settled() {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
