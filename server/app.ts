import type { FastifyInstance } from 'fastify';
import { type Accounts, withAccountCheck } from './auth/accountStatus.ts';
import { emulatorAccounts } from './auth/accounts.ts';
import { verifiedOnce } from './auth/knownTokens.ts';
import { type BackgroundOptions, type BackgroundWork, openBackgroundWork } from './background/background.ts';
import { vapidKeys } from './data/notify/vapidKeys.ts';
import { makeFirstKey } from './data/proof/firmKeys.ts';
import { retentionDays } from './data/retention.ts';
import { openWakeUp } from './data/wakeUp.ts';
import { type Metrics, measure } from './http/metrics.ts';
import { type HttpOptions, openHttp } from './http/openHttp.ts';
import { type Counters, openCounters } from './log/counters.ts';
import { openFieldHistograms } from './log/fieldHistograms.ts';
import { openPreviews, type Previews, type PreviewsOptions } from './previews/openPreviews.ts';
import { subjectOfNobody } from './push/vapid.ts';
import type { ReplyOptions, TakeReply } from './replies/replies.ts';
import { replyTaker } from './replies/takeReply.ts';
import { type CheckOptions, checkRequests } from './routes/checkRequests.ts';
import { type RouteOptions, routes } from './routes/routes.ts';
import { openInFlight } from './services/inFlight.ts';
import type { Services } from './services/services.ts';
import { nowSeconds } from './time/clock.ts';
import { openWriteQuota } from './writes/writeQuota.ts';

declare module 'fastify' {
  interface FastifyInstance {
    background: BackgroundWork;
    metrics: Metrics;
    /** Takes emails that arrived; null where replies are not delivered. */
    takeReply: TakeReply | null;
  }
}

export type AppOptions = Pick<Services, 'db' | 'files' | 'mail' | 'verifyToken' | 'publicUrl'> &
  Partial<
    Pick<
      Services,
      | 'now'
      | 'counters'
      | 'accountAdmin'
      | 'adminEmail'
      | 'development'
      | 'mailFolder'
      | 'emulator'
      | 'emailTexts'
      | 'sendsEmail'
      | 'vapid'
      | 'loopbackPush'
    >
  > &
  BackgroundOptions &
  HttpOptions &
  CheckOptions &
  Omit<RouteOptions, 'previews'> & {
    /** The identity provider's account look-up. Without it, a token counts until it expires, even if its account was disabled. */
    accounts?: Accounts | undefined;
    previews?: PreviewsOptions;
    replies?: ReplyOptions | null;
    /** Whether what devices measure is counted for the metrics. */
    fieldData?: boolean;
    /** Fallback interval at which events are read without a notification. */
    wakeUpMs?: number;
  };

async function openServices(
  { log }: FastifyInstance,
  verify: Services['verifyToken'],
  options: AppOptions,
  counters: Counters,
): Promise<Services> {
  const { db, files, mail, publicUrl, accounts, emulator, now = Date.now, development = false } = options;
  await makeFirstKey(db, nowSeconds({ now }));
  return {
    db,
    files,
    mail,
    verifyToken: accounts ? withAccountCheck(verify, { ...accounts, referrer: publicUrl, log, now }) : verify,
    accountAdmin: options.accountAdmin ?? (emulator ? emulatorAccounts(emulator) : null),
    publicUrl,
    now,
    log,
    counters,
    countFieldData: options.fieldData ? openFieldHistograms(counters.registry) : null,
    wakeUp: openWakeUp(db, options.wakeUpMs),
    bytesInFlight: openInFlight(),
    quota: options.rateLimit === false ? null : openWriteQuota(now),
    adminEmail: options.adminEmail ?? '',
    emailTexts: options.emailTexts ?? true,
    sendsEmail: options.sendsEmail ?? true,
    retention: { ...retentionDays, ...options.retention },
    replies: options.replies ?? null,
    vapid: options.vapid ?? { ...(await vapidKeys(db)), subject: subjectOfNobody },
    loopbackPush: options.loopbackPush ?? development,
    development,
    mailFolder: options.mailFolder ?? '',
    emulator,
  };
}

/** Starts what runs besides requests, and has it end with the app. @returns the previews; null while they are off */
function openWork(app: FastifyInstance, services: Services, options: AppOptions): Previews | null {
  const previews = options.previews?.atOnce === 0 ? null : openPreviews(services, options.previews);
  const background = openBackgroundWork(services, options, previews ? previews.handler : null);
  const takeReply = options.replies ? replyTaker(services, options.replies) : null;
  app.decorate('background', background);
  app.decorate('takeReply', takeReply);
  app.decorate(
    'metrics',
    measure(app, services, { streams: () => background.hub.streams(), kinds: background.kinds }),
  );
  // Event streams never end by themselves, and closing waits for open responses.
  app.addHook('preClose', async () => {
    void background.hub.close();
    void background.queue.close();
    previews?.close();
  });
  app.addHook('onClose', async () => {
    await services.wakeUp.close();
    await background.close();
  });
  return previews;
}

/** Builds the server with all routes, checks and headers, without listening. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { counters = openCounters() } = options;
  const app = openHttp(options, counters.line);
  app.decorateRequest('caller', null);
  const verify = verifiedOnce(options.verifyToken, options.now ?? Date.now);
  const services = await openServices(app, verify, options, counters);
  const previews = openWork(app, services, options);
  await checkRequests(app, services, verify, options);
  await routes(app, services, previews, options);
  return app;
}
