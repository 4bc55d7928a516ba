import type { Database } from '../data/db/db.ts';
import type { TaskKind } from '../data/taskKinds.ts';
import { duePools } from '../data/tasks.ts';
import type { WakeUp } from '../data/wakeUp.ts';
import { openPauses, openPool, type Pool } from './pool.ts';
import type { QueueParts, TaskHandler } from './runTask.ts';

/** Delay before the queue is read, so that consecutive writes share one query. */
const restMs = 200;
/** Upper limit of pools of one kind. Each push host has one, and a device may name any host. */
const mostPools = 20;

export type Queue = {
  /** Runs everything that is due; resolves when that, and the tasks that followed from it, have ended. */
  run(): Promise<void>;
  /** Checks for tasks of a kind at once, without waiting for them. */
  wake(kind: TaskKind): void;
  /** Starts nothing more; resolves when everything running has ended. */
  close(): Promise<void>;
};

/** Returns a function that runs `work`, one run at a time; a call during a run causes one more. It resolves when all runs have ended. */
function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let isRequested = false;
  let running: Promise<void> | undefined;

  async function run(): Promise<void> {
    try {
      while (isRequested) {
        isRequested = false;
        await work();
      }
    } finally {
      running = undefined;
    }
  }

  return async () => {
    isRequested = true;
    running ??= run();
    await running;
  };
}

/**
 * Runs due tasks at every wake-up, a few at once in each pool of each kind, so that a mail server or a push service that does not
 * respond delays no other. Any number of processes share the tasks.
 *
 * @param prepare adds the tasks that follow from new events; runs before the queue is read
 */
export function openQueue(
  {
    db,
    log,
    wakeUp,
    now,
    isAwake = true,
  }: {
    db: Database;
    /** Whether it runs at every wake-up, which is the default; otherwise it runs by `run` only. */
    isAwake?: boolean | undefined;
    /** Milliseconds since 1970. */
    now: () => number;
    log: QueueParts['log'];
    wakeUp: WakeUp;
  },
  handlers: readonly TaskHandler[],
  prepare: (stop: AbortSignal) => Promise<void>,
): Queue {
  const stopping = new AbortController();
  const stop = stopping.signal;
  const parts: QueueParts = { db, log, stop, now: () => Math.floor(now() / 1000) };
  const handlerOf = new Map(handlers.map((handler) => [handler.kind, handler]));
  const pauses = openPauses(parts.now);
  const pools = new Map<string, Pool>();
  let timer: NodeJS.Timeout | undefined;
  let closing: Promise<void> | undefined;

  function open(kind: TaskKind, name: string): void {
    const handler = handlerOf.get(kind);
    const place = `${kind} ${name}`;
    const known = pools.get(place);
    if (known) known.wake();
    else if (handler && !stop.aborted && !pauses.isPaused(place)) {
      if ([...pools.values()].filter((pool) => pool.handler === handler).length >= mostPools) return;
      pools.set(place, openPool(parts, handler, { name, place, pauses, onEnd: () => pools.delete(place) }));
    }
  }

  const runDue = oneAtATime(async () => {
    if (stop.aborted) return;
    await prepare(stop);
    if (stop.aborted) return;
    for (const { kind, pool } of await duePools(db, [...handlerOf.keys()], parts.now())) open(kind, pool);
  });

  async function settled(): Promise<void> {
    while (pools.size > 0) await Promise.all([...pools.values()].map(({ ended }) => ended));
  }

  const unsubscribe = wakeUp.onSignal(() => {
    if (stop.aborted || !isAwake) return;
    timer ??= setTimeout(() => {
      timer = undefined;
      runDue().catch((error: unknown) => log.error({ err: error }, 'the queue could not be prepared'));
    }, restMs);
  });

  async function close(): Promise<void> {
    stopping.abort();
    unsubscribe();
    clearTimeout(timer);
    // Waits for what is under way; nothing more starts.
    await runDue().catch(() => undefined);
    await settled();
  }

  return {
    async run() {
      await runDue();
      await settled();
    },
    wake: (kind) => open(kind, ''),
    close: () => {
      closing ??= close();
      return closing;
    },
  };
}
