import { queueMails } from './data/mailQueue.ts';
import { queuePushes } from './data/pushQueue.ts';
import type { RetentionDays } from './data/retention.ts';
import { collectNowAndThen } from './live/collect.ts';
import { type Hub, type LiveLimits, openHub } from './live/hub.ts';
import { deleteOldEventsNowAndThen } from './live/oldEvents.ts';
import { mailSender } from './mail/mailSender.ts';
import { openNotifier } from './notify/notifier.ts';
import { deleteAccountsOfErased } from './people/deleteAccounts.ts';
import { openPushes } from './push/pushes.ts';
import type { Services } from './services.ts';

export type NewsOptions = {
  /** How long a claim of pushes holds when its process dies. */
  pushLeaseSeconds?: number;
  /** How long a push service may take. */
  pushTimeoutMs?: number;
  /** For how long what grows is kept, where it is to be another time than usual. */
  retention?: Partial<RetentionDays>;
  /** Of the streams of events. */
  live?: Partial<LiveLimits>;
};

/** What goes out beside the answers. */
export type News = {
  /** To whoever looks. */
  hub: Hub;
  /** To whoever does not: sends all that is due now, by push and by letter. */
  send(): Promise<void>;
  /** Begins nothing more, and resolves when what was begun has ended. */
  close(): Promise<void>;
};

/** Follows what happens, and tells those it concerns. */
export function openNews(services: Services, options: NewsOptions): News {
  const { pushLeaseSeconds: leaseSeconds, pushTimeoutMs: timeoutMs } = options;
  const pushes = openPushes({
    ...services,
    loopback: services.loopbackPush,
    ...(leaseSeconds === undefined ? {} : { leaseSeconds }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  });
  const notifier = openNotifier(services, [queuePushes, queueMails], [pushes.send, mailSender(services)]);
  const hub = openHub(services, options.live);
  const stops = [
    deleteOldEventsNowAndThen(services),
    collectNowAndThen(services, options.retention),
    deleteAccountsOfErased(services),
  ];
  return {
    hub,
    async send() {
      await notifier.run();
      await pushes.settled();
    },
    async close() {
      await Promise.all([notifier.close(), pushes.close()]);
      await hub.close();
      await Promise.all(stops.map((stop) => stop()));
    },
  };
}
