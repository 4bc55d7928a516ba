import { randomUUID } from 'node:crypto';
import cors from '@fastify/cors';
import multipart from '@fastify/multipart';
import { type FastifyInstance, type FastifyReply, fastify, LogController } from 'fastify';
import { answerBrokenRequest } from './brokenRequest.ts';
import { compressAnswers } from './compress.ts';
import { keptVapidKeys } from './data/vapidKeys.ts';
import { emulatorProxy } from './emulatorProxy.ts';
import { answerOf, Refusal } from './errors.ts';
import { checkStoreNowAndThen } from './files/checkStoreNowAndThen.ts';
import { securityHeaders } from './headers.ts';
import { closeIdleLines } from './idleLines.ts';
import { takeJson } from './json.ts';
import { verifiedOnce } from './knownTokens.ts';
import { openPulse } from './live/pulse.ts';
import { type LogTo, logAnswers, loggerOptions } from './logging.ts';
import { type Metrics, measure } from './metrics.ts';
import { type News, type NewsOptions, openNews } from './news.ts';
import { answerOwnHostOnly } from './ownHost.ts';
import { emulatorAccounts } from './people/accounts.ts';
import { openPreviews, type PreviewsOptions } from './previews/previews.ts';
import { subjectOfNobody } from './push/vapid.ts';
import { type Budgets, limitRate } from './rateLimit.ts';
import { attachmentsRoutes } from './routes/attachments.ts';
import { devMailRoutes } from './routes/devMail.ts';
import { docsRoutes } from './routes/docs.ts';
import { downloadRoutes } from './routes/download.ts';
import { eventsRoutes } from './routes/events.ts';
import { healthRoutes } from './routes/health.ts';
import { jobsRoutes } from './routes/jobs.ts';
import { messagesRoutes } from './routes/messages.ts';
import { notificationsRoutes } from './routes/notifications.ts';
import { previewsRoutes } from './routes/previews.ts';
import { shareRoutes } from './routes/share.ts';
import { statsRoutes } from './routes/stats.ts';
import { unsubscribeRoutes } from './routes/unsubscribe.ts';
import { uploadsRoutes } from './routes/uploads.ts';
import { usersRoutes } from './routes/users.ts';
import type { Services } from './services.ts';
import { cutSlowBodies, type Patience, patience, slowLineOptions } from './slowLines.ts';
import { type Accounts, whileStanding } from './standing.ts';
import { isNavigation, sendApp, staticApp } from './staticApp.ts';

declare module 'fastify' {
  interface FastifyInstance {
    news: News;
    metrics: Metrics;
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
    >
  > &
  NewsOptions & {
    log?: LogTo;
    /** The built app; without it, only the API answers. */
    appDir?: string;
    /** Other origins that may call the API from a browser. */
    corsOrigins?: string[];
    /** Other budgets than the usual ones; false for no limits. */
    rateLimit?: Partial<Budgets> | false;
    /** Other times than the usual ones that slow lines are given. */
    patience?: Partial<Patience>;
    /** Who tells whether the account behind a token still stands; without it, tokens count until they run out. */
    accounts?: Accounts | undefined;
    /** Believe `X-Forwarded-For` of a proxy in front. */
    trustProxy?: boolean | string;
    /** How previews of files are made. */
    previews?: PreviewsOptions;
    /** How often what happened is looked for though nobody told of it. */
    pulseMs?: number;
    /** Have the store looked through once a day, by one of all processes. */
    checkStore?: boolean;
  };

/** What requests and answers about uploads say. */
const tusHeaders = ['tus-resumable', 'upload-length', 'upload-metadata', 'upload-offset'];
const maxJsonBytes = 1024 * 1024;

function sendNotFound(reply: FastifyReply): FastifyReply {
  const { status, body } = answerOf(new Refusal('not-found'));
  return reply.code(status).send(body);
}

function answerErrors(app: FastifyInstance, hasApp: boolean): void {
  app.setErrorHandler((error, request, reply) => {
    const { status, body, headers, expected } = answerOf(error);
    if (!expected) request.log.error({ err: error }, 'failed');
    reply
      .code(status)
      .headers({ ...headers, 'cache-control': 'no-store' })
      .send(body);
  });
  app.setNotFoundHandler((request, reply) => {
    if (!hasApp || !isNavigation(request)) throw new Refusal('not-found');
    sendApp(reply);
  });
}

/** The whole server but its listening: routes, checks and headers, on the parts it is given. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { db, files, mail, publicUrl, accounts, appDir, emulator } = options;
  const now = options.now ?? Date.now;
  const slowLines = { ...patience, ...options.patience };
  const app = fastify({
    logger: loggerOptions(options.log ?? {}),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit: maxJsonBytes,
    ...slowLineOptions(slowLines),
    trustProxy: options.trustProxy ?? false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 2000, ignoreTrailingSlash: true },
    clientErrorHandler: answerBrokenRequest,
    // A path that cannot even be decoded.
    frameworkErrors: (_error, _request, reply) => sendNotFound(reply),
  });
  const pulse = openPulse(db, options.pulseMs);
  const verify = verifiedOnce(options.verifyToken, now);
  const services: Services = {
    db,
    files,
    mail,
    verifyToken: accounts
      ? whileStanding(verify, { ...accounts, referrer: publicUrl, log: app.log, now })
      : verify,
    deleteAccount: options.deleteAccount ?? (emulator ? emulatorAccounts(emulator) : null),
    publicUrl,
    now,
    log: app.log,
    pulse,
    adminEmail: options.adminEmail ?? '',
    vapid: options.vapid ?? { ...(await keptVapidKeys(db)), subject: subjectOfNobody },
    loopbackPush: options.loopbackPush ?? options.development ?? false,
    development: options.development ?? false,
    mailFolder: options.mailFolder ?? '',
    emulator,
  };

  const news = openNews(services, options);
  const previews = openPreviews(services, options.previews);
  app.decorate('news', news);
  app.decorate(
    'metrics',
    measure(app, services, () => news.hub.streams()),
  );
  app.decorateRequest('caller', null);
  // Streams never end by themselves; a stop waits for what is answered.
  app.addHook('preClose', async () => {
    void news.hub.close();
    void previews.close();
  });
  const stopChecking = options.checkStore ? checkStoreNowAndThen(services) : undefined;
  app.addHook('onClose', async () => {
    await stopChecking?.();
    await pulse.close();
    await Promise.all([news.close(), previews.close()]);
  });
  if (services.development) answerOwnHostOnly(app, publicUrl);
  closeIdleLines(app);
  cutSlowBodies(app, slowLines);
  logAnswers(app);
  answerErrors(app, appDir !== undefined);
  compressAnswers(app);
  securityHeaders(app, {
    secure: publicUrl.startsWith('https:'),
    usesFirebase: emulator === undefined,
  });
  if (options.corsOrigins?.length) {
    await app.register(cors, {
      origin: options.corsOrigins,
      methods: ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'],
      allowedHeaders: [
        'authorization',
        'content-type',
        'idempotency-key',
        'if-range',
        'last-event-id',
        'range',
        ...tusHeaders,
        'upload-checksum',
      ],
      exposedHeaders: [
        'accept-ranges',
        'content-disposition',
        'content-range',
        'etag',
        'location',
        'retry-after',
        'x-request-id',
        ...tusHeaders,
      ],
      maxAge: 86_400,
    });
  }
  if (options.rateLimit !== false) await limitRate(app, options.rateLimit ?? {});
  // Before our own way to read JSON: it passes on what it gets.
  if (emulator) await emulatorProxy(app, emulator.url);
  takeJson(app);
  await app.register(multipart);

  healthRoutes(app, services);
  jobsRoutes(app, services);
  messagesRoutes(app, services);
  notificationsRoutes(app, services);
  attachmentsRoutes(app, services);
  uploadsRoutes(app, services);
  if (options.previews?.atOnce !== 0) previewsRoutes(app, services, previews, options.previews?.waitMs);
  usersRoutes(app, services);
  statsRoutes(app, services);
  eventsRoutes(app, services, news.hub);
  downloadRoutes(app, services);
  unsubscribeRoutes(app, services);
  await docsRoutes(app);
  if (services.development) devMailRoutes(app, services);

  if (appDir !== undefined) {
    shareRoutes(app);
    await staticApp(app, appDir);
  }
  return app;
}
