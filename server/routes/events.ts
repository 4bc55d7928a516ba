import type { FastifyInstance } from 'fastify';
import { liveStream } from '../../src/contract/live.ts';
import { onlyEventsFor } from '../access.ts';
import { eventsSince, presentCursor } from '../data/liveEvents.ts';
import { otherCosts } from '../http/callCosts.ts';
import { callerOf, route } from '../http/route.ts';
import { cursorSeal } from '../live/cursorSeal.ts';
import { eventsFor, type Hub } from '../live/hub.ts';
import type { Services } from '../services.ts';

/** Serves events as a call and as a stream. Both have the access rule `events`. */
export function eventsRoutes(app: FastifyInstance, services: Services, hub: Hub): void {
  const seal = cursorSeal(services.vapid.privateKey);
  route(app, services, 'events', async ({ db, caller, body }) => {
    if (body.cursor === null)
      return { cursor: seal.seal(await presentCursor(db)), missed: false, events: [] };
    const since = { cursor: seal.open(body.cursor), onlyFor: onlyEventsFor(caller) };
    const { cursor, missed, visible } = await eventsSince(db, since);
    return { cursor: seal.seal(cursor), missed, events: eventsFor(caller, visible) };
  });

  app.route({
    method: 'GET',
    url: `/api${liveStream.path}`,
    // A HEAD request would open a stream as well.
    exposeHeadRoute: false,
    config: { name: 'stream', cost: otherCosts.stream },
    onRequest: async (request) => {
      request.caller = await callerOf(request, 'events', services);
    },
    handler: async (request, reply) => {
      const { caller } = request;
      if (!caller) throw new Error('The event stream needs a signed-in caller.');
      const last = request.headers['last-event-id'];
      const body = await hub.open(caller, typeof last === 'string' && last !== '' ? last : null);
      return reply
        .type('text/event-stream')
        .header('cache-control', 'no-store, no-transform')
        .header('x-accel-buffering', 'no')
        .send(body);
    },
  });
}
