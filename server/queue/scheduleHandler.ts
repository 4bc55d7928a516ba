import type { Database } from '../data/db/db.ts';
import { releaseTask, rescheduleTask } from '../data/leasedTasks.ts';
import type { TaskHandler } from './runTask.ts';

export const minuteSeconds = 60;
export const hourSeconds = 3600;
export const daySeconds = 24 * hourSeconds;

/** A recurring job, run by one of all processes. */
export type Schedule = {
  /** Its key in the database. */
  name: string;
  everySeconds: number;
  /** Delay of the very first run. */
  firstSeconds?: number;
  /** @returns a result to store; an aborted run starts over */
  run(signal: AbortSignal): Promise<object | undefined>;
};

/** Runs schedules, one at a time, and stores the result of each with the time. */
export function scheduleHandler(
  { db, now }: { db: Database; now: () => number },
  schedules: readonly Schedule[],
): TaskHandler<'schedule'> {
  return {
    kind: 'schedule',
    atOnce: 1,
    leaseSeconds: 120,
    graceMs: 0,
    async handle(task, { signal }) {
      const seconds = () => Math.floor(now() / 1000);
      const schedule = schedules.find(({ name }) => name === task.lane);
      const found = await schedule?.run(signal);
      if (signal.aborted) return releaseTask(db, task);
      const done = seconds();
      // During an update, a server of another version knows schedules that this one does not, and has its turn soon.
      const runAfter = done + (schedule?.everySeconds ?? minuteSeconds);
      const result = schedule ? { result: { ...found, done } } : {};
      await rescheduleTask(db, task, { runAfter, counts: false, ...result });
    },
  };
}
