import { leaseTask, type Task } from '../data/tasks.ts';
import { type QueueParts, runTask, type TaskHandler } from './runTask.ts';

/** The due tasks of one kind and pool, a few at once. */
export type Pool = {
  handler: TaskHandler;
  /** Looks for due tasks again, before the pool ends. */
  wake(): void;
  /** Resolves when no task is due and none is running. */
  ended: Promise<void>;
};

/** The pauses of pools, by place. */
export type Pauses = {
  isPaused(place: string): boolean;
  /** @param until epoch seconds */
  pause(place: string, until: number): void;
};

export function openPauses(now: () => number): Pauses {
  const pausedUntil = new Map<string, number>();
  return {
    isPaused: (place) => (pausedUntil.get(place) ?? 0) > now(),
    pause: (place, until) => void pausedUntil.set(place, until),
  };
}

/**
 * Runs the due tasks of a pool until there are no more.
 *
 * @param place its name among the pauses
 * @param onEnd called as soon as it can no longer be woken
 */
export function openPool(
  parts: QueueParts,
  handler: TaskHandler,
  { name, place, pauses, onEnd }: { name: string; place: string; pauses: Pauses; onEnd: () => void },
): Pool {
  const { db, now, log, stop } = parts;
  const { kind, atOnce, atOnceOfLane = atOnce, leaseSeconds, condition } = handler;
  const running = new Map<string, Task>();
  const handling = new Set<Promise<void>>();
  let isWoken = false;
  let woken = Promise.withResolvers<void>();

  function wake(): void {
    isWoken = true;
    woken.resolve();
  }

  function lease(): Promise<Task | null> {
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

  function start(task: Task): void {
    running.set(task.taskId, task);
    const handled = runTask(parts, handler, task, (until) => pauses.pause(place, until)).finally(() => {
      running.delete(task.taskId);
      handling.delete(handled);
      // Its lane has a free place, which a pending lease does not know of.
      wake();
    });
    handling.add(handled);
  }

  async function work(): Promise<void> {
    try {
      for (;;) {
        isWoken = false;
        woken = Promise.withResolvers<void>();
        const isFree = !stop.aborted && running.size < atOnce && !pauses.isPaused(place);
        const task = isFree ? await lease() : null;
        if (task) start(task);
        else if (handling.size > 0) await woken.promise;
        else if (!isWoken || stop.aborted) return;
      }
    } catch (error) {
      log.warn({ err: error }, 'the queue could not be read');
      await Promise.all(handling);
    } finally {
      onEnd();
    }
  }

  // Begins a moment later: whoever opens the pool has to know it before it can end.
  return { handler, wake, ended: Promise.resolve().then(work) };
}
