import type { FastifyInstance } from 'fastify';
import { type CallName, calls } from '../../src/contract/calls.ts';
import { serverCalls } from '../calls/calls.ts';
import { route } from '../http/route.ts';
import { staticApp } from '../http/staticApp.ts';
import type { Previews } from '../previews/openPreviews.ts';
import type { Services } from '../services/services.ts';
import { calendarRoutes } from './calendar.ts';
import { devMailRoutes } from './devMail.ts';
import { docsRoutes } from './docs.ts';
import { eventStreamRoute } from './eventRoute.ts';
import { healthRoutes } from './health.ts';
import { inboundEmailRoutes } from './inboundEmail.ts';
import { logoRoute } from './logoRoute.ts';
import { manifestRoute } from './manifest.ts';
import { pageRoute } from './pageRoute.ts';
import { previewsRoutes } from './previewRoute.ts';
import { shareRoutes } from './share.ts';
import { unsubscribeRoutes } from './unsubscribe.ts';
import { updateRoute } from './updateRoute.ts';
import { uploadsRoutes } from './uploadRoutes.ts';

export type RouteOptions = {
  /** The folder of the built app; without it, only the API is served. */
  appDir?: string;
  /** The data folder of this process; `/api/readyz` tests writing to it. */
  dataDir?: string;
  /** Password of the webhook by which a mail provider delivers replies; `''` for none. */
  webhookSecret?: string;
  previews?: { waitMs?: number };
};

function addCall<N extends CallName>(app: FastifyInstance, services: Services, name: N): void {
  route(app, services, name, serverCalls[name]);
}

/** Adds the calls of the contract and the server's other routes. @param previews null while they are off */
export async function routes(
  app: FastifyInstance,
  services: Services,
  previews: Previews | null,
  options: RouteOptions,
): Promise<void> {
  const { background, takeReply } = app;
  for (const name of Object.keys(calls) as CallName[])
    if (serverCalls[name].handler) addCall(app, services, name);
  healthRoutes(app, services, options.dataDir);
  uploadsRoutes(app, services);
  if (previews)
    previewsRoutes(app, services, { previews, queue: background.queue }, options.previews?.waitMs);
  eventStreamRoute(app, services, background.hub);
  calendarRoutes(app, services);
  unsubscribeRoutes(app, services);
  if (takeReply && options.webhookSecret) inboundEmailRoutes(app, options.webhookSecret, takeReply);
  await docsRoutes(app);
  if (services.development) devMailRoutes(app, services, takeReply);
  logoRoute(app, services);
  if (options.appDir !== undefined) {
    shareRoutes(app);
    await staticApp(app, options.appDir);
    manifestRoute(app, services, options.appDir);
    pageRoute(app, services, options.appDir);
    updateRoute(app, services, options.appDir);
  }
}
