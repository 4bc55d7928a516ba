import { randomUUID } from 'node:crypto';
import multipart from '@fastify/multipart';
import {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  fastify,
  LogController,
} from 'fastify';
import { type Accounts, withAccountCheck } from './auth/accountStatus.ts';
import { emulatorProxy } from './auth/emulatorProxy.ts';
import { verifiedOnce } from './auth/knownTokens.ts';
import { type BackgroundOptions, type BackgroundWork, openBackgroundWork } from './background.ts';
import { Refusal } from './data/errors.ts';
import { vapidKeys } from './data/notify/vapidKeys.ts';
import { compressResponses } from './http/compress.ts';
import {
  answerBrokenRequest,
  closeIdleAtStop,
  closeUnread,
  connectionOptions,
  cutSlowBodies,
  type Patience,
  patience,
} from './http/connections.ts';
import { answerOf, bodyTooLarge } from './http/errors.ts';
import { securityHeaders } from './http/headers.ts';
import { openInFlight } from './http/inFlight.ts';
import { takeJson } from './http/json.ts';
import { limitCosts } from './http/limitCosts.ts';
import { type Metrics, measure } from './http/metrics.ts';
import { answerOwnHostOnly } from './http/ownHost.ts';
import { type Budgets, limitRate } from './http/rateLimit.ts';
import { isNavigation, sendApp, staticApp } from './http/staticApp.ts';
import { openWakeUp } from './live/wakeUp.ts';
import { type LogTo, logAnswers, loggerOptions } from './logging.ts';
import { openPreviews, type PreviewsOptions } from './previews/previews.ts';
import { subjectOfNobody } from './push/vapid.ts';
import type { TakeReply } from './replies/replies.ts';
import { replyTaker } from './replies/takeReply.ts';
import { attachmentsRoutes } from './routes/attachments.ts';
import { devMailRoutes } from './routes/devMail.ts';
import { docsRoutes } from './routes/docs.ts';
import { downloadRoutes } from './routes/download.ts';
import { dueDatesRoutes } from './routes/dueDates.ts';
import { eventsRoutes } from './routes/events.ts';
import { healthRoutes } from './routes/health.ts';
import { inboundEmailRoutes, isRightPassword } from './routes/inboundEmail.ts';
import { jobsRoutes } from './routes/jobs.ts';
import { messagesRoutes } from './routes/messages.ts';
import { notificationsRoutes } from './routes/notifications.ts';
import { previewsRoutes } from './routes/previews.ts';
import { searchRoutes } from './routes/search.ts';
import { shareRoutes } from './routes/share.ts';
import { statsRoutes } from './routes/stats.ts';
import { unsubscribeRoutes } from './routes/unsubscribe.ts';
import { uploadsRoutes } from './routes/uploads.ts';
import { usersRoutes } from './routes/users.ts';
import type { Services } from './services.ts';
import { emulatorAccounts } from './users/accounts.ts';
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
      | 'deleteAccount'
      | 'adminEmail'
      | 'development'
      | 'mailFolder'
      | 'emulator'
      | 'vapid'
      | 'loopbackPush'
      | 'replies'
    >
  > &
  BackgroundOptions & {
    log?: LogTo;
    /** Password of the webhook by which a mail provider delivers replies; `''` for none. */
    webhookSecret?: string;
    /** The data folder of this process; `/api/readyz` tests writing to it. */
    dataDir?: string;
    /** The folder of the built app; without it, only the API is served. */
    appDir?: string;
    /** Overrides of the default budgets; false turns rate limits off. */
    rateLimit?: Partial<Budgets> | false;
    /** Overrides of the default timeouts for slow connections. */
    patience?: Partial<Patience>;
    /** The identity provider's account look-up. Without it, a token counts until it expires, even if its account was disabled. */
    accounts?: Accounts | undefined;
    /** Trusts `X-Forwarded-For` from a proxy in front. */
    trustProxy?: boolean | string;
    previews?: PreviewsOptions;
    /** Fallback interval at which events are read without a notification. */
    wakeUpMs?: number;
  };

/** For routes without a limit of their own. */
const maxJsonBytes = 16 * 1024;

function sendNotFound(reply: FastifyReply): FastifyReply {
  const { status, body } = answerOf(new Refusal('not-found'));
  return reply.code(status).send(body);
}

/** Replaces the framework's error for an oversized body with one that names the limit of this call. */
function ofBody(error: unknown, { routeOptions }: FastifyRequest): unknown {
  const isTooLarge = error instanceof Error && 'code' in error && error.code === 'FST_ERR_CTP_BODY_TOO_LARGE';
  return isTooLarge ? bodyTooLarge(routeOptions.bodyLimit ?? maxJsonBytes) : error;
}

function answerErrors(
  app: FastifyInstance,
  hasApp: boolean,
  countUnknown: (request: FastifyRequest) => Promise<void>,
): void {
  app.setErrorHandler((error, request, reply) => {
    const { status, body, headers, expected } = answerOf(ofBody(error, request));
    if (!expected) request.log.error({ err: error }, 'request failed');
    reply
      .code(status)
      .headers({ ...headers, 'cache-control': 'no-store' })
      .send(body);
  });
  app.setNotFoundHandler(async (request, reply) => {
    if (hasApp && isNavigation(request)) return sendApp(reply);
    await countUnknown(request);
    throw new Refusal('not-found');
  });
}

/** Builds the server with all routes, checks and headers, without listening. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { db, files, mail, publicUrl, accounts, appDir, emulator } = options;
  const now = options.now ?? Date.now;
  const times = { ...patience, ...options.patience };
  const app = fastify({
    logger: loggerOptions(options.log ?? {}),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit: maxJsonBytes,
    // A start that takes long on a slow machine is no failed start.
    pluginTimeout: 0,
    ...connectionOptions(times),
    trustProxy: options.trustProxy ?? false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 2000, ignoreTrailingSlash: true },
    clientErrorHandler: answerBrokenRequest,
    // Called for a path that cannot be decoded.
    frameworkErrors: (_error, _request, reply) => sendNotFound(reply),
  });
  const wakeUp = openWakeUp(db, options.wakeUpMs);
  const verify = verifiedOnce(options.verifyToken, now);
  const services: Services = {
    db,
    files,
    mail,
    verifyToken: accounts
      ? withAccountCheck(verify, { ...accounts, referrer: publicUrl, log: app.log, now })
      : verify,
    deleteAccount: options.deleteAccount ?? (emulator ? emulatorAccounts(emulator) : null),
    publicUrl,
    now,
    log: app.log,
    wakeUp,
    bytesInFlight: openInFlight(),
    quota: options.rateLimit === false ? null : openWriteQuota(now),
    adminEmail: options.adminEmail ?? '',
    replies: options.replies ?? null,
    vapid: options.vapid ?? { ...(await vapidKeys(db)), subject: subjectOfNobody },
    loopbackPush: options.loopbackPush ?? options.development ?? false,
    development: options.development ?? false,
    mailFolder: options.mailFolder ?? '',
    emulator,
  };

  const hasPreviews = options.previews?.atOnce !== 0;
  const previews = openPreviews(services, options.previews);
  const background = openBackgroundWork(services, options, hasPreviews ? previews.handler : null);
  app.decorate('background', background);
  const takeReply = services.replies ? replyTaker(services, services.replies) : null;
  app.decorate('takeReply', takeReply);
  app.decorate(
    'metrics',
    measure(app, services, () => background.hub.streams()),
  );
  app.decorateRequest('caller', null);
  // Event streams never end by themselves, and closing waits for open responses.
  app.addHook('preClose', async () => {
    void background.hub.close();
    void background.queue.close();
    previews.close();
  });
  app.addHook('onClose', async () => {
    await wakeUp.close();
    await background.close();
  });
  closeIdleAtStop(app);
  cutSlowBodies(app, times);
  closeUnread(app, times);
  logAnswers(app);
  limitCosts(app);
  compressResponses(app);
  await securityHeaders(app, {
    secure: publicUrl.startsWith('https:'),
    usesFirebase: emulator === undefined,
  });
  // Registered after the headers, so that its refusals carry them too.
  if (services.development) answerOwnHostOnly(app, publicUrl);
  const countUnknown =
    options.rateLimit === false
      ? async () => undefined
      : await limitRate(app, options.rateLimit ?? {}, verify, isRightPassword(options.webhookSecret ?? ''));
  answerErrors(app, appDir !== undefined, countUnknown);
  // Registered before our JSON parser, because the proxy must pass bodies on unread.
  if (emulator) await emulatorProxy(app, emulator.url, publicUrl);
  takeJson(app);
  await app.register(multipart);

  healthRoutes(app, services, options.dataDir);
  jobsRoutes(app, services);
  messagesRoutes(app, services);
  searchRoutes(app, services);
  notificationsRoutes(app, services);
  attachmentsRoutes(app, services);
  uploadsRoutes(app, services);
  if (hasPreviews) {
    previewsRoutes(app, services, { previews, queue: background.queue }, options.previews?.waitMs);
  }
  usersRoutes(app, services);
  statsRoutes(app, services);
  eventsRoutes(app, services, background.hub);
  downloadRoutes(app, services);
  dueDatesRoutes(app, services);
  unsubscribeRoutes(app, services);
  if (takeReply && options.webhookSecret) inboundEmailRoutes(app, options.webhookSecret, takeReply);
  await docsRoutes(app);
  if (services.development) devMailRoutes(app, services, takeReply);

  if (appDir !== undefined) {
    shareRoutes(app);
    await staticApp(app, appDir);
  }
  return app;
}
