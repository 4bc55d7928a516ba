import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '../errors/errors.ts';
import { openInFlight } from '../services/inFlight.ts';
import { type CallCost, filesAtOnce } from './callCosts.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Requests in flight are counted under this name. */
    name?: string;
    cost?: CallCost;
  }
}

const waitSeconds = 1;

/**
 * Bytes up to which a multipart request counts as one without files: a message is always multipart (§7), and a queue sends many of
 * them at once.
 */
const mostTextBytes = 128 * 1024;

function bringsFiles({ method, headers }: FastifyRequest): boolean {
  if (method === 'PATCH') return true;
  const isMultipart = headers['content-type']?.startsWith('multipart/') === true;
  return isMultipart && !(Number(headers['content-length']) <= mostTextBytes);
}

function whose({ caller, ip }: FastifyRequest): string {
  return caller ? `user ${caller.uid}` : `address ${ip ?? ''}`;
}

/**
 * Enforces each route's `cost`: the number of requests in flight per user, and the size of its JSON response. The body is limited
 * where it is read (`route.ts`, `json.ts`, `upload.ts`). Must be called before responses are compressed.
 */
export function limitCosts(app: FastifyInstance): void {
  const requests = openInFlight();

  // After the route has identified the caller, and before the body is read.
  app.addHook('preParsing', async (request, reply) => {
    const { name, cost } = request.routeOptions.config;
    if (!name || !cost) return;
    const user = whose(request);
    const wanted: [string, number][] = [[`${name} ${user}`, cost.atOnce]];
    if (bringsFiles(request)) wanted.push([`files ${user}`, filesAtOnce]);
    for (const [key, most] of wanted) {
      const release = requests.take(key, 1, most);
      if (!release) throw new Refusal('rate-limited', { retryAfter: waitSeconds });
      reply.raw.once('close', release);
    }
  });

  app.addHook('onSend', async ({ routeOptions }, _reply, payload) => {
    const most = routeOptions.config.cost?.responseBytes ?? null;
    if (most === null || typeof payload !== 'string' || payload.length * 3 <= most) return;
    const bytes = Buffer.byteLength(payload);
    // Must never happen: lists have pages, and what grows is bounded when it is written.
    if (bytes > most) throw new Error(`${routeOptions.config.name} answers ${bytes} bytes`);
  });
}
