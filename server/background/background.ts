import { serverActor } from '../../src/contract/audit.ts';
import { isDueLeft, updateSomeDue } from '../data/due/changeDue.ts';
import { announceDue } from '../data/due/dueRules.ts';
import { renewKeys } from '../data/jobs/duplicateJob.ts';
import { foldCounts } from '../data/jobs/stats.ts';
import { deleteOldEvents } from '../data/liveEvents.ts';
import { reassignLeftMessages } from '../data/messages/reassignMessages.ts';
import { dispatchEvents } from '../data/notify/dispatch.ts';
import { queueNoticeEmails } from '../data/notify/emailQueue.ts';
import { queuePushes } from '../data/notify/pushQueue.ts';
import { deleteOldReports } from '../data/notify/unpostedReports.ts';
import { deleteExpired, type RetainedKind, type RetentionDays } from '../data/retention.ts';
import { addSchedules } from '../data/schedules.ts';
import type { TaskKind } from '../data/taskKinds.ts';
import { deleteOldTasks } from '../data/tasks.ts';
import { type Hub, type LiveLimits, openHub } from '../live/hub.ts';
import { emailHandler } from '../mail/emailHandler.ts';
import { comparisonHandler } from '../previews/openComparisons.ts';
import { type PushOptions, pushHandler } from '../push/pushHandler.ts';
import { openQueue, type Queue } from '../queue/queue.ts';
import type { TaskHandler } from '../queue/runTask.ts';
import {
  daySeconds,
  hourSeconds,
  minuteSeconds,
  type Schedule,
  scheduleHandler,
} from '../queue/scheduleHandler.ts';
import type { Services } from '../services/services.ts';
import { nowSeconds } from '../time/clock.ts';
import { storeSchedule } from '../uploads/checkStore.ts';
import { dropOldUploads } from '../uploads/oldUploads.ts';
import { accountDeletionHandler, queueAccountDeletions } from '../users/deleteAccounts.ts';
import { digestSchedule } from './digestSchedule.ts';

export type BackgroundOptions = PushOptions & {
  /** Overrides of the default retention. */
  retention?: Partial<RetentionDays>;
  /** Whether one of all processes checks the store once a day. */
  checkStore?: boolean;
  /** Whether the queue runs whenever something was written; otherwise it waits for `send`. */
  isQueueAwake?: boolean;
  /** Limits of the event streams. */
  live?: Partial<LiveLimits>;
};

/** The work besides responses: event streams and the queue. */
export type BackgroundWork = {
  /** The open event streams. */
  hub: Hub;
  queue: Queue;
  /** The kinds of tasks that this process runs. */
  kinds: readonly TaskKind[];
  /** Runs everything that is due: dispatches events, sends pushes and emails, and runs other tasks. */
  send(): Promise<void>;
  /** Starts nothing more; resolves when everything running has ended. */
  close(): Promise<void>;
};

/** Returns a run that repeats a small step until nothing is left to do. */
function piecewise(doSome: () => Promise<boolean>): Schedule['run'] {
  return async (signal) => {
    while (!signal.aborted && (await doSome()));
    return undefined;
  };
}

/** Passes new messages of clients on to the assignees of their jobs, a few at a time. */
async function passOnAllMessages(db: Services['db'], signal: AbortSignal): Promise<undefined> {
  let after: number | null = 0;
  while (after !== null && !signal.aborted) after = await reassignLeftMessages(db, after);
}

function schedulesOf(services: Services, { checkStore }: BackgroundOptions): Schedule[] {
  const { db } = services;
  const { vacuum } = db;
  const periods = Object.entries(services.retention) as [RetainedKind, number][];
  const now = () => nowSeconds(services);
  return [
    ...periods.map(([what, days]) => ({
      name: `retention of ${what}`,
      everySeconds: daySeconds,
      run: piecewise(() => deleteExpired(db, what, { days, now: now() })),
    })),
    {
      name: 'delete-old-events',
      everySeconds: hourSeconds,
      run: piecewise(async () => (await deleteOldEvents(db, now())) > 0),
    },
    {
      name: 'delete-old-tasks',
      everySeconds: hourSeconds,
      run: piecewise(async () => {
        await deleteOldTasks(db, now());
        await deleteOldReports(db, now());
        return false;
      }),
    },
    {
      name: 'fold-counts',
      everySeconds: hourSeconds,
      run: piecewise(async () => {
        await foldCounts(db);
        return false;
      }),
    },
    {
      name: 'compute due dates',
      everySeconds: minuteSeconds,
      async run(signal) {
        if (!(await isDueLeft(db))) return undefined;
        await piecewise(() => db.tx(updateSomeDue))(signal);
        if (!signal.aborted) await announceDue(db, serverActor, now());
        return undefined;
      },
    },
    ...(vacuum
      ? [{ name: 'clean up the database', everySeconds: daySeconds, run: async () => void (await vacuum()) }]
      : []),
    digestSchedule(services),
    {
      name: 'renew the keys of duplicates',
      everySeconds: daySeconds,
      run: piecewise(() => db.tx(renewKeys)),
    },
    {
      name: 'pass-on-messages',
      everySeconds: daySeconds,
      run: (signal) => passOnAllMessages(db, signal),
    },
    {
      name: 'drop-old-uploads',
      everySeconds: hourSeconds,
      run: piecewise(() => dropOldUploads(services)),
    },
    ...(checkStore ? [storeSchedule(services)] : []),
  ];
}

/** Starts the queue and the event streams. @param preview null where no previews are rendered */
export function openBackgroundWork(
  services: Services,
  options: BackgroundOptions,
  preview: TaskHandler<'preview'> | null,
): BackgroundWork {
  const { db, accountAdmin } = services;
  const schedules = schedulesOf(services, options);
  const push = pushHandler(services, options);
  // What each kind stores is in data/taskKinds.ts.
  const handlers: { [Kind in TaskKind]: TaskHandler<Kind> | null } = {
    push,
    email: emailHandler(services),
    preview,
    comparison: comparisonHandler(services, preview === null),
    'account-deletion': accountAdmin && accountDeletionHandler(services, accountAdmin),
    schedule: scheduleHandler(services, schedules),
  };
  let isPrepared = false;

  /** Adds tasks that the queue lacks after a restore or an update. */
  async function prepareOnce(now: number): Promise<void> {
    await addSchedules(db, schedules, now);
    if (accountAdmin) await queueAccountDeletions(db, now);
    isPrepared = true;
  }

  const known = Object.values(handlers).filter((handler) => handler !== null);
  const queue = openQueue({ ...services, isAwake: options.isQueueAwake }, known, async (stop) => {
    if (!isPrepared) await prepareOnce(nowSeconds(services));
    const queues = [queuePushes, queueNoticeEmails];
    while (!stop.aborted && (await dispatchEvents(db, queues, nowSeconds(services))) > 0);
  });
  const hub = openHub(services, options.live);
  return {
    hub,
    queue,
    kinds: known.map(({ kind }) => kind),
    send: () => queue.run(),
    async close() {
      await queue.close();
      push.close();
      await hub.close();
    },
  };
}
