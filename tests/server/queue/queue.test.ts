import { fastify } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Database } from '../../../server/data/db/db.ts';
import {
  closeTask,
  dropTask,
  finishTask,
  releaseTask,
  renewTask,
  rescheduleTask,
} from '../../../server/data/leasedTasks.ts';
import { addSchedules } from '../../../server/data/schedules.ts';
import {
  backlogOf,
  deleteOldTasks,
  enqueue,
  leaseTask,
  type NewTask,
  type Task,
} from '../../../server/data/tasks.ts';
import { openWakeUp } from '../../../server/data/wakeUp.ts';
import { openQueue, type Queue } from '../../../server/queue/queue.ts';
import type { TaskHandler } from '../../../server/queue/runTask.ts';
import { type Schedule, scheduleHandler } from '../../../server/queue/scheduleHandler.ts';
import { newDatabase } from '../../support/database/databases.ts';
import { onOneDatabase } from '../../support/server/server.ts';

const now = 1000;

type PushTask = Extract<NewTask, { kind: 'push' }>;

function push(change: Partial<PushTask> = {}): PushTask {
  const payload = { jobId: 'job' };
  return { kind: 'push', pool: 'service', lane: 'device', payload, runAfter: now, ...change };
}

/** A notice of a message that is told from others by its number. */
function item(n: number) {
  return {
    kind: 'MESSAGE' as const,
    communicationId: `message-${n}`,
    noteId: null,
    changes: [],
    deliverable: null,
    created: now,
  };
}

onOneDatabase('a queue', (_start, kind) => {
  let db: Database;
  let seconds = now;
  const ends: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end();
  });
  beforeEach(async () => {
    const database = await newDatabase(kind);
    ends.push(database.end);
    db = database.db;
    seconds = now;
  });

  const lease = (at = now, pool = 'service') =>
    leaseTask(db, { kind: 'push', pool, now: at, leaseSeconds: 60 });

  async function leased(at = now): Promise<Task> {
    const task = await lease(at);
    if (!task) throw new Error('Nothing is due.');
    return task;
  }

  const rows = () =>
    db.query(
      'select items, attempts, lease, leased_until, run_after, done, outcome, error from tasks order by seq',
    );

  function openWith(handler: Partial<TaskHandler>): Queue {
    const wakeUp = openWakeUp(db, 3_600_000);
    const parts = { db, now: () => seconds * 1000, log: fastify().log, wakeUp };
    const whole = { kind: 'push' as const, atOnce: 2, leaseSeconds: 60, handle: async () => undefined };
    const queue = openQueue(parts, [{ ...whole, ...handler }], async () => undefined);
    ends.push(wakeUp.close, queue.close);
    return queue;
  }

  test('adds nothing when the transaction of the write is rolled back', async () => {
    const failed = db.tx(async (tx) => {
      await enqueue(tx, [push()], now);
      throw new Error('The write failed.');
    });
    await expect(failed).rejects.toThrow('The write failed.');
    expect(await rows()).toEqual([]);
  });

  test('collects the items of one key in one task, due when the first of them is', async () => {
    await enqueue(db, [push({ dedupeKey: 'job', items: [item(1)], runAfter: now + 50, expires: 5000 })], now);
    await enqueue(db, [push({ dedupeKey: 'job', items: [item(2)], runAfter: now, expires: 4000 })], now);
    await enqueue(db, [push({ dedupeKey: 'job' }), push({ dedupeKey: 'other' })], now);
    expect((await leased()).items).toEqual([item(1), item(2)]);
    expect(await rows()).toHaveLength(2);
  });

  test('keeps items that are added while a task runs for another task', async () => {
    await enqueue(db, [push({ dedupeKey: 'job', items: [item(1)] })], now);
    const first = await leased();
    await enqueue(db, [push({ dedupeKey: 'job', items: [item(2)], runAfter: now + 1 })], now);
    expect(await lease(now + 1)).toBeNull();
    expect(await finishTask(db, first, { now, outcome: 'ACCEPTED' })).toBe(true);
    const second = await leased(now + 1);
    expect(second.items).toEqual([item(2)]);
    // Its id is the receipt of a push: of another push, another one.
    expect(second.taskId).not.toBe(first.taskId);
    await enqueue(db, [push({ dedupeKey: 'job', items: [item(3)], runAfter: now + 2 })], now);
    await dropTask(db, second);
    const third = await leased(now + 2);
    expect(third.items).toEqual([item(3)]);
    await dropTask(db, third);
    expect(await rows()).toEqual([]);
  });

  test('adds a new task beside a closed one', async () => {
    await enqueue(db, [push({ dedupeKey: 'job', items: [item(1)] })], now);
    const task = await leased();
    await enqueue(db, [push({ dedupeKey: 'job', items: [item(2)] })], now);
    expect(await closeTask(db, task, 9000), 'what came since is not in hand').toBe(false);
    await releaseTask(db, task);
    const whole = await leased();
    expect(await closeTask(db, whole, 9000)).toBe(true);
    await enqueue(db, [push({ dedupeKey: 'job', items: [item(3)] })], now);
    expect(await rows()).toMatchObject([{ items: [item(1), item(2)] }, { items: [item(3)] }]);
  });

  test('ignores a lease that expired and was taken over', async () => {
    await enqueue(db, [push()], now);
    const slow = await leased();
    expect(await lease(now + 59)).toBeNull();
    const quick = await leased(now + 60);
    const before = await rows();
    expect(await renewTask(db, slow, 9000)).toBe(false);
    expect(await finishTask(db, slow, { now, outcome: 'ACCEPTED' })).toBe(false);
    expect(await rescheduleTask(db, slow, { runAfter: 5, counts: true })).toBe(false);
    await dropTask(db, slow);
    expect(await rows()).toEqual(before);
    expect(await renewTask(db, quick, 9000)).toBe(true);
    expect(await lease(8999)).toBeNull();
  });

  test('retries a failed task, later each time, until its attempts are used up', async () => {
    const queue = openWith({
      mostAttempts: 2,
      async handle() {
        throw new TypeError('It broke.');
      },
    });
    await enqueue(db, [push()], now);
    for (const attempts of [1, 2]) {
      await queue.run();
      const [row] = (await rows()) as { run_after: number }[];
      expect(row).toMatchObject({ attempts, error: 'TypeError', leased_until: 0, done: null });
      expect(row?.run_after).toBeGreaterThan(seconds);
      seconds = row?.run_after ?? 0;
    }
    await queue.run();
    expect(await rows()).toMatchObject([{ attempts: 3, done: seconds, outcome: 'GIVEN_UP' }]);
  });

  test('retries a schedule as soon after a failure of today as after its first one', async () => {
    let isBroken = true;
    const schedule: Schedule = {
      name: 'compute',
      everySeconds: 60,
      run: async () => {
        if (isBroken) throw new Error('today');
        return undefined;
      },
    };
    const queue = openWith(scheduleHandler({ db, now: () => seconds * 1000 }, [schedule]));
    await addSchedules(db, [schedule], now);
    for (const broken of [true, true, true, true, true, true, false, true]) {
      isBroken = broken;
      seconds += 3600;
      await queue.run();
    }
    const [{ run_after } = { run_after: 0 }] = await db.query<{ run_after: number }>(
      'select run_after from tasks',
    );
    expect(run_after - seconds).toBeLessThanOrEqual(10);
  });

  test('runs a few tasks of a pool at once, one of a lane, and other pools in parallel', async () => {
    const running: string[] = [];
    let most = 0;
    const full = Promise.withResolvers<void>();
    const order: string[] = [];
    const queue = openWith({
      atOnceOfLane: 1,
      async handle(task) {
        running.push(task.lane);
        order.push(task.lane);
        most = Math.max(most, running.length);
        expect(running.filter((lane) => lane === task.lane)).toHaveLength(1);
        if (running.length === 3) full.resolve();
        await full.promise;
        running.splice(running.indexOf(task.lane), 1);
        await finishTask(db, task, { now, outcome: 'DONE' });
      },
    });
    const lanes = ['a', 'a', 'a', 'b', 'c'];
    await enqueue(
      db,
      lanes.map((lane) => push({ lane })),
      now,
    );
    await enqueue(db, [push({ lane: 'd', pool: 'other' })], now);
    await queue.run();
    expect(order.toSorted()).toEqual(['a', 'a', 'a', 'b', 'c', 'd']);
    expect(most).toBe(3);
  });

  test('runs nothing of a paused pool until its pause ends', async () => {
    let runs = 0;
    const queue = openWith({
      atOnce: 1,
      async handle(task, { pausePool }) {
        runs += 1;
        pausePool(seconds + 100);
        await finishTask(db, task, { now, outcome: 'DONE' });
      },
    });
    await enqueue(db, [push(), push()], now);
    await queue.run();
    expect(runs).toBe(1);
    seconds += 99;
    await queue.run();
    expect(runs).toBe(1);
    seconds += 1;
    await queue.run();
    expect(runs).toBe(2);
  });

  test('renews the lease of a long task, and aborts a handler that lost it', async () => {
    const began = Promise.withResolvers<void>();
    const lost = Promise.withResolvers<void>();
    const queue = openWith({
      leaseSeconds: 1,
      async handle(_task, { signal }) {
        began.resolve();
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        lost.resolve();
      },
    });
    await enqueue(db, [push()], now);
    const ended = queue.run();
    await began.promise;
    seconds += 50;
    await expect.poll(async () => (await rows())[0]).toMatchObject({ leased_until: now + 51 });
    await db.query("update tasks set lease = 'of another process'");
    await lost.promise;
    await ended;
    expect(await rows()).toMatchObject([{ lease: 'of another process' }]);
  });

  test('finishes what it started when it stops, and starts nothing more', async () => {
    const began = Promise.withResolvers<void>();
    const queue = openWith({
      atOnce: 1,
      graceMs: 20,
      async handle(task, { signal }) {
        began.resolve();
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        await releaseTask(db, task);
      },
    });
    await enqueue(db, [push(), push()], now);
    const ended = queue.run();
    await began.promise;
    await queue.close();
    await ended;
    expect(await rows()).toMatchObject([
      { attempts: 0, leased_until: 0, done: null },
      { attempts: 0, leased_until: 0, done: null },
    ]);
  });

  test('reports its backlog, and deletes tasks that ended long ago', async () => {
    await enqueue(db, [push(), push({ runAfter: now + 20 })], now);
    expect(await backlogOf(db, now + 10, ['push', 'email'])).toMatchObject({
      push: { waiting: 2, overdueSeconds: 10 },
      email: { waiting: 0, overdueSeconds: 0 },
      events: { waiting: 0, overdueSeconds: 0 },
    });
    await finishTask(db, await leased(), { now, outcome: 'ACCEPTED' });
    await deleteOldTasks(db, now + 2 * 86_400);
    expect(await rows()).toHaveLength(2);
    await deleteOldTasks(db, now + 2 * 86_400 + 1);
    expect(await rows()).toHaveLength(1);
  });
});
