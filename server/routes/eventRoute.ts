import type { FastifyInstance } from 'fastify';
import { liveStream } from '../../src/contract/live.ts';
import { serverCalls } from '../calls/calls.ts';
import { otherCosts } from '../http/callCosts.ts';
import { callerOf } from '../http/route.ts';
import type { Hub } from '../live/hub.ts';
import type { Services } from '../services/services.ts';

/** Serves events as a stream, by the access rule of the call. */
export function eventStreamRoute(app: FastifyInstance, services: Services, hub: Hub): void {
  app.route({
    method: 'GET',
    url: `/api${liveStream.path}`,
    // A HEAD request would open a stream as well.
    exposeHeadRoute: false,
    config: { name: 'stream', cost: otherCosts.stream },
    onRequest: async (request) => {
      request.caller = await callerOf(request, serverCalls.events.access, services);
    },
    handler: async (request, reply) => {
      const { caller } = request;
      if (!caller) throw new Error('The event stream needs a signed-in caller.');
      const { 'last-event-id': last, [liveStream.ago]: ago } = request.headers;
      const body = await hub.open(
        caller,
        typeof last === 'string' && last !== '' ? last : null,
        typeof ago === 'string' && /^\d{1,12}$/.test(ago) ? Number(ago) : undefined,
      );
      return reply
        .type('text/event-stream')
        .header('cache-control', 'no-store, no-transform')
        .header('x-accel-buffering', 'no')
        .send(body);
    },
  });
}
