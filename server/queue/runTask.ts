import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../data/db/db.ts';
import { finishTask, renewTask, rescheduleTask } from '../data/leasedTasks.ts';
import type { TaskKind } from '../data/taskKinds.ts';
import type { Task } from '../data/tasks.ts';
import { backOffSeconds } from './backOff.ts';

/** The tools of a handler while it runs a task. */
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
export type TaskHandler<Kind extends TaskKind = TaskKind> = {
  kind: Kind;
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
  handle(task: Task<Kind>, run: Run): Promise<void>;
};

export type QueueParts = {
  db: Database;
  /** Epoch seconds. */
  now: () => number;
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>;
  /** Aborted when the server stops. */
  stop: AbortSignal;
};

/** Renews the lease of a task. Calls `onLost` when another process has taken the task over. @returns a function that ends it */
function renewLease(
  { db, now }: QueueParts,
  leaseSeconds: number,
  task: Task,
  onLost: () => void,
): () => void {
  const timer = setInterval(
    () => {
      renewTask(db, task, now() + leaseSeconds).then(
        (isMine) => isMine || onLost(),
        // The lease may last until the database is back.
        () => undefined,
      );
    },
    (leaseSeconds * 1000) / 3,
  ).unref();
  return () => clearInterval(timer);
}

/** Calls `onOver` when the server has been stopping for `graceMs`; never without such a limit. @returns a function that ends it */
function afterGrace(stop: AbortSignal, graceMs: number | undefined, onOver: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  const onStop = () => {
    if (graceMs !== undefined) timer = setTimeout(onOver, graceMs);
  };
  if (stop.aborted) onStop();
  stop.addEventListener('abort', onStop);
  return () => {
    clearTimeout(timer);
    stop.removeEventListener('abort', onStop);
  };
}

/** Runs a leased task with its handler, or gives it up after too many attempts. Never rejects. */
export async function runTask(
  parts: QueueParts,
  handler: TaskHandler,
  task: Task,
  pausePool: Run['pausePool'],
): Promise<void> {
  const { db, now, log, stop } = parts;
  const { kind, leaseSeconds, graceMs, mostAttempts = Number.POSITIVE_INFINITY } = handler;
  const abort = new AbortController();
  const endRenewing = renewLease(parts, leaseSeconds, task, () => abort.abort());
  const endGrace = afterGrace(stop, graceMs, () => abort.abort());
  try {
    if (task.attempts > mostAttempts) {
      await finishTask(db, task, { now: now(), outcome: 'GIVEN_UP', error: 'attempts' });
    } else {
      await handler.handle(task, { signal: abort.signal, pausePool });
    }
  } catch (error) {
    log.warn({ err: error, kind }, 'a task failed and will be retried');
    const code = error instanceof Error ? error.name : 'unknown';
    const runAfter = now() + backOffSeconds(task.attempts);
    // If this fails, the lease expires.
    await rescheduleTask(db, task, { runAfter, counts: true, error: code }).catch(() => undefined);
  } finally {
    endRenewing();
    endGrace();
  }
}
