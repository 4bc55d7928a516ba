import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../data/db/db.ts';
import {
  duePools,
  finishTask,
  leaseTask,
  renewTask,
  rescheduleTask,
  type Task,
  type TaskKind,
} from '../data/tasks.ts';
import type { WakeUp } from '../live/wakeUp.ts';
import { backOffSeconds } from './backOff.ts';

/** Delay before the queue is read, so that consecutive writes share one query. */
const restMs = 200;
/** Pools of one kind at once: there are a handful of push services, but a device may name any host. */
const mostPools = 20;

/** What a handler uses while it runs a task. */
export type Run = {
  /** Aborted when the server stops, after the handler's `graceMs`, and when the lease is lost. */
  signal: AbortSignal;
  /** Starts no more tasks of this pool in this process before `until`, epoch seconds. */
  pausePool(until: number): void;
};

/**
 * Runs the tasks of one kind. It must end each one with `finishTask`, `dropTask`, `rescheduleTask` or `releaseTask`. A task whose
 * handler throws is retried later; one whose process dies, when its lease expires.
 */
export type Handler = {
  kind: TaskKind;
  /** Tasks of a pool at once in this process. */
  atOnce: number;
  /** Tasks of a lane at once in this process; default: `atOnce`. */
  atOnceOfLane?: number;
  /** How long the tasks of a dead process wait. Leases of live processes are renewed. */
  leaseSeconds: number;
  /** How long a stop waits before it aborts the signal; default: without limit. */
  graceMs?: number;
  /** See `LeaseOrder`. */
  condition?: string;
  /** Gives up a task after more attempts, because each of them killed its process or threw. */
  mostAttempts?: number;
  giveUp?(task: Task): Promise<void>;
  handle(task: Task, run: Run): Promise<void>;
};

export type Queue = {
  /** Runs everything that is due; resolves when that and what followed from it has ended. */
  run(): Promise<void>;
  /** Checks for tasks of a kind at once, without waiting for them. */
  wake(kind: TaskKind): void;
  /** Starts nothing more; resolves when everything running has ended. */
  close(): Promise<void>;
};

type Pool = {
  handler: Handler;
  name: string;
  running: Map<string, Task>;
  wake(): void;
  ended: Promise<void>;
};

/**
 * Runs due tasks at every wake-up, a few at once in each pool of each kind, so that a mail server or a push service that does not
 * respond delays no other. Any number of processes share the tasks.
 *
 * @param prepare adds the tasks that follow from new events; runs before the queue is read
 */
export function openQueue(
  parts: {
    db: Database;
    /** Milliseconds since 1970. */
    now: () => number;
    log: Pick<FastifyBaseLogger, 'warn' | 'error'>;
    wakeUp: WakeUp;
  },
  handlers: readonly Handler[],
  prepare: (stop: AbortSignal) => Promise<void>,
): Queue {
  const { db, log, wakeUp } = parts;
  const now = () => Math.floor(parts.now() / 1000);
  const handlerOf = new Map(handlers.map((handler) => [handler.kind, handler]));
  const pools = new Map<string, Pool>();
  const pausedUntil = new Map<string, number>();
  const stop = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let runningDue: Promise<void> | undefined;
  let isRequested = false;
  let closing: Promise<void> | undefined;

  const placeOf = (kind: TaskKind, pool: string) => `${kind} ${pool}`;
  const isPaused = (place: string) => (pausedUntil.get(place) ?? 0) > now();

  function lease({ handler, name, running }: Pool): Promise<Task | null> {
    const { kind, leaseSeconds, condition, atOnceOfLane = handler.atOnce } = handler;
    const lanes = Map.groupBy(running.values(), ({ lane }) => lane);
    return leaseTask(db, {
      kind,
      pool: name,
      now: now(),
      leaseSeconds,
      ...(condition === undefined ? {} : { condition }),
      fullLanes: [...lanes].flatMap(([lane, tasks]) => (tasks.length >= atOnceOfLane ? [lane] : [])),
      running: [...running.keys()],
    });
  }

  async function handle({ handler, name }: Pool, task: Task): Promise<void> {
    const { kind, leaseSeconds, graceMs, mostAttempts = Number.POSITIVE_INFINITY } = handler;
    const abort = new AbortController();
    const renewing = setInterval(
      () => {
        renewTask(db, task, now() + leaseSeconds).then(
          (isMine) => isMine || abort.abort(),
          // The lease may last until the database is back.
          () => undefined,
        );
      },
      (leaseSeconds * 1000) / 3,
    ).unref();
    let grace: NodeJS.Timeout | undefined;
    const onStop = () => {
      if (graceMs !== undefined) grace = setTimeout(() => abort.abort(), graceMs);
    };
    if (stop.signal.aborted) onStop();
    stop.signal.addEventListener('abort', onStop);
    try {
      if (task.attempts > mostAttempts) {
        await handler.giveUp?.(task);
        await finishTask(db, task, { now: now(), outcome: 'GIVEN_UP', error: 'attempts' });
      } else {
        const pausePool = (until: number) => pausedUntil.set(placeOf(kind, name), until);
        await handler.handle(task, { signal: abort.signal, pausePool });
      }
    } catch (error) {
      log.warn({ err: error, kind }, 'a task failed and will be retried');
      const code = error instanceof Error ? error.name : 'unknown';
      const runAfter = now() + backOffSeconds(task.attempts);
      // If this fails, the lease expires.
      await rescheduleTask(db, task, { runAfter, counts: true, error: code }).catch(() => undefined);
    } finally {
      clearInterval(renewing);
      clearTimeout(grace);
      stop.signal.removeEventListener('abort', onStop);
    }
  }

  async function work(pool: Pool): Promise<void> {
    const { handler, name, running } = pool;
    const place = placeOf(handler.kind, name);
    const handling = new Set<Promise<void>>();
    try {
      for (;;) {
        const woken = Promise.withResolvers<void>();
        let isWoken = false;
        pool.wake = () => {
          isWoken = true;
          woken.resolve();
        };
        const isFree = !stop.signal.aborted && running.size < handler.atOnce && !isPaused(place);
        const task = isFree ? await lease(pool) : null;
        if (task) {
          running.set(task.taskId, task);
          const handled = handle(pool, task).finally(() => {
            running.delete(task.taskId);
            handling.delete(handled);
            // Its lane has a free place, which a pending lease does not know of.
            pool.wake();
          });
          handling.add(handled);
        } else if (handling.size > 0) {
          await woken.promise;
        } else if (!isWoken || stop.signal.aborted) return;
      }
    } catch (error) {
      log.warn({ err: error }, 'the queue could not be read');
      await Promise.all(handling);
    } finally {
      pools.delete(place);
    }
  }

  function open(kind: TaskKind, name: string): void {
    const handler = handlerOf.get(kind);
    const place = placeOf(kind, name);
    const known = pools.get(place);
    if (known) known.wake();
    else if (handler && !stop.signal.aborted && !isPaused(place)) {
      if ([...pools.values()].filter((pool) => pool.handler === handler).length >= mostPools) return;
      const pool: Pool = { handler, name, running: new Map(), wake: () => {}, ended: Promise.resolve() };
      pools.set(place, pool);
      pool.ended = work(pool);
    }
  }

  /** Runs once at a time; called meanwhile, it runs once more. */
  async function runDue(): Promise<void> {
    isRequested = true;
    runningDue ??= (async () => {
      try {
        while (isRequested && !stop.signal.aborted) {
          isRequested = false;
          await prepare(stop.signal);
          if (stop.signal.aborted) return;
          for (const { kind, pool } of await duePools(db, [...handlerOf.keys()], now())) open(kind, pool);
        }
      } finally {
        runningDue = undefined;
      }
    })();
    await runningDue;
  }

  async function settled(): Promise<void> {
    while (pools.size > 0) await Promise.all([...pools.values()].map(({ ended }) => ended));
  }

  const unsubscribe = wakeUp.onSignal(() => {
    if (stop.signal.aborted) return;
    timer ??= setTimeout(() => {
      timer = undefined;
      runDue().catch((error: unknown) => log.error({ err: error }, 'the queue could not be prepared'));
    }, restMs);
  });

  async function close(): Promise<void> {
    stop.abort();
    unsubscribe();
    clearTimeout(timer);
    await runningDue?.catch(() => undefined);
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
