import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../data/db.ts';
import { dispatchEvents, type Queue } from '../data/dispatch.ts';
import type { Pulse } from '../live/pulse.ts';

/** Writes follow each other closely; what they give rise to is looked for once for all of them. */
const restMs = 200;

/** Sends what a queue holds and is due; resolves when nothing is left that is due now. */
export type Sender = () => Promise<void>;

export type Notifier = {
  /** Does what is to be done now; resolves when all of it is. */
  run(): Promise<void>;
  /** Stops beginning anything, and resolves when what was begun has ended. */
  close(): Promise<void>;
};

/** Turns what happens into notices and has them sent, whenever the pulse beats. */
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
  let running: Promise<void> | undefined;
  let again = false;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;

  async function work(): Promise<void> {
    do {
      again = false;
      while (!closed && (await dispatchEvents(db, queues, Math.floor(now() / 1000))) > 0);
      for (const send of senders) if (!closed) await send();
    } while (again && !closed);
  }

  async function run(): Promise<void> {
    again = true;
    running ??= work().finally(() => {
      running = undefined;
    });
    await running;
  }

  const stop = pulse.onBeat(() => {
    if (closed || timer) return;
    timer = setTimeout(() => {
      timer = undefined;
      run().catch((error: unknown) => log.error({ err: error }, 'notices were not sent'));
    }, restMs);
  });

  return {
    run,
    async close() {
      closed = true;
      stop();
      clearTimeout(timer);
      await running?.catch(() => undefined);
    },
  };
}
