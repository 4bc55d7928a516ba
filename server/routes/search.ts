import type { FastifyInstance } from 'fastify';
import { search } from '../data/search.ts';
import { route } from '../http/route.ts';
import type { Services } from '../services.ts';

/** The search over everything that the caller may see. */
export function searchRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, 'search', ({ db, caller, body }) => search(db, caller, body));
}
