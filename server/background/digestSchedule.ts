import type { Queryable } from '../data/db/db.ts';
import { isBusinessDay } from '../data/due/dueDay.ts';
import { queueDueDigests } from '../data/due/dueDigest.ts';
import { readDueRules } from '../data/due/dueRules.ts';
import { calendarOf } from '../data/due/holidays.ts';
import { lastResult, lockSchedule, noteResult } from '../data/schedules.ts';
import { hourSeconds, type Schedule } from '../queue/scheduleHandler.ts';
import type { Services } from '../services/services.ts';
import { nowSeconds } from '../time/clock.ts';
import { clockIn, isoDateOf } from '../time/zone.ts';

const name = 'email due dates';
/** The emails of a day go out from this hour on, in the firm's zone. */
const fromHour = 7;

/** Returns the schedule that queues the emails about due jobs, once on each business day. Its result is the last such day. */
export function digestSchedule(services: Services): Schedule {
  const { db } = services;
  const lastDay = async (on: Queryable) => (await lastResult<{ day?: string }>(on, name))?.day;
  return {
    name,
    everySeconds: hourSeconds / 4,
    async run() {
      const rules = await readDueRules(db);
      const last = await lastDay(db);
      const kept = last === undefined ? undefined : { day: last };
      // Kept also while due dates are off: turned on again, they must not send what was sent today.
      if (!rules) return kept;
      const now = nowSeconds(services);
      const { day, hour } = clockIn(now, rules.timeZone);
      const today = isoDateOf(day);
      const isDone = (day: string | undefined) => day !== undefined && day >= today;
      if (isDone(last) || hour < fromHour || !isBusinessDay(day, await calendarOf(rules))) return kept;
      await db.tx(async (tx) => {
        // A process that stood still since it read the day has lost its turn to another one.
        await lockSchedule(tx, name);
        if (isDone(await lastDay(tx))) return;
        await queueDueDigests(tx, now);
        // In one transaction: after a crash, the next run must not queue them again.
        await noteResult(tx, name, { day: today, done: now });
      });
      return { day: today };
    },
  };
}
