import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../data/db.ts';
import { dispatchEvents, type Queue } from '../data/dispatch.ts';
import type { Pulse } from '../live/pulse.ts';

/** Writes follow each other closely; what they give rise to is looked for once for all of them. */
const restMs = 200;

/** Sends what a queue holds and is due; resolves when nothing is left that is due now. Must begin nothing more once `stop` is aborted. */
export type Sender = (stop: AbortSignal) => Promise<void>;

export type Notifier = {
  /** Does what is to be done now; resolves when all of it is. */
  run(): Promise<void>;
  /** Stops beginning anything, and resolves when what was begun has ended. */
  close(): Promise<void>;
};

/** Never twice at a time: asked for while it runs, `work` runs once more. */
function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let again = false;
  let running: Promise<void> | undefined;

  async function runWhileAsked(): Promise<void> {
    try {
      while (again) {
        again = false;
        await work();
      }
    } finally {
      running = undefined;
    }
  }

  return async () => {
    again = true;
    running ??= runWhileAsked();
    await running;
  };
}

/**
 * Turns what happens into notices and has them sent, whenever the pulse beats. Each sender goes at its own pace, so that a mail
 * server that does not answer holds no push up.
 */
export function openNotifier(
  parts: {
    db: Database;
    /** Milliseconds since 1970. */
    now: () => number;
    log: Pick<FastifyBaseLogger, 'error'>;
    pulse: Pulse;
  },
  queues: readonly Queue[],
  senders: readonly Sender[],
): Notifier {
  const { db, now, log, pulse } = parts;
  const stop = new AbortController();
  const { signal } = stop;
  let timer: NodeJS.Timeout | undefined;

  const dispatch = oneAtATime(async () => {
    while (!signal.aborted && (await dispatchEvents(db, queues, Math.floor(now() / 1000))) > 0);
  });
  const sends = senders.map((send) =>
    oneAtATime(async () => {
      if (!signal.aborted) await send(signal);
    }),
  );

  async function run(): Promise<void> {
    await dispatch();
    await Promise.all(sends.map((send) => send()));
  }

  const offBeat = pulse.onBeat(() => {
    if (signal.aborted || timer) return;
    timer = setTimeout(() => {
      timer = undefined;
      run().catch((error: unknown) => log.error({ err: error }, 'notices were not sent'));
    }, restMs);
  });

  return {
    run,
    async close() {
      stop.abort();
      offBeat();
      clearTimeout(timer);
      await Promise.allSettled([dispatch(), ...sends.map((send) => send())]);
    },
  };
}
