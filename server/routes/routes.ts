import type { FastifyInstance } from 'fastify';
import { staticApp } from '../http/staticApp.ts';
import type { Previews } from '../previews/previews.ts';
import type { Services } from '../services.ts';
import { attachmentsRoutes } from './attachments.ts';
import { devMailRoutes } from './devMail.ts';
import { docsRoutes } from './docs.ts';
import { downloadRoutes } from './download.ts';
import { dueDatesRoutes } from './dueDates.ts';
import { eventsRoutes } from './events.ts';
import { healthRoutes } from './health.ts';
import { inboundEmailRoutes } from './inboundEmail.ts';
import { jobsRoutes } from './jobs.ts';
import { messagesRoutes } from './messages.ts';
import { notificationsRoutes } from './notifications.ts';
import { previewsRoutes } from './previews.ts';
import { searchRoutes } from './search.ts';
import { shareRoutes } from './share.ts';
import { statsRoutes } from './stats.ts';
import { unsubscribeRoutes } from './unsubscribe.ts';
import { uploadsRoutes } from './uploads.ts';
import { usersRoutes } from './users.ts';

export type RouteOptions = {
  /** The folder of the built app; without it, only the API is served. */
  appDir?: string;
  /** The data folder of this process; `/api/readyz` tests writing to it. */
  dataDir?: string;
  /** Password of the webhook by which a mail provider delivers replies; `''` for none. */
  webhookSecret?: string;
  previews?: { waitMs?: number };
};

/** Adds the calls of the contract and the server's other routes. @param previews null while they are off */
export async function routes(
  app: FastifyInstance,
  services: Services,
  previews: Previews | null,
  options: RouteOptions,
): Promise<void> {
  const { background, takeReply } = app;
  healthRoutes(app, services, options.dataDir);
  jobsRoutes(app, services);
  messagesRoutes(app, services);
  searchRoutes(app, services);
  notificationsRoutes(app, services);
  attachmentsRoutes(app, services);
  uploadsRoutes(app, services);
  if (previews)
    previewsRoutes(app, services, { previews, queue: background.queue }, options.previews?.waitMs);
  usersRoutes(app, services);
  statsRoutes(app, services);
  eventsRoutes(app, services, background.hub);
  downloadRoutes(app, services);
  dueDatesRoutes(app, services);
  unsubscribeRoutes(app, services);
  if (takeReply && options.webhookSecret) inboundEmailRoutes(app, options.webhookSecret, takeReply);
  await docsRoutes(app);
  if (services.development) devMailRoutes(app, services, takeReply);
  if (options.appDir !== undefined) {
    shareRoutes(app);
    await staticApp(app, options.appDir);
  }
}
