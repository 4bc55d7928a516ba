import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type CallCost, filesAtOnce } from './callCosts.ts';
import { Refusal } from './errors.ts';
import { openInFlight } from './inFlight.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Requests in flight are counted by it. */
    name?: string;
    cost?: CallCost;
  }
}

const waitSeconds = 1;

/** The text parts of a message, which always comes as multipart (§7), and which a queue sends many of at once. */
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
 * Holds every route to its `cost`: how many of its requests one user may have in flight, and how large its JSON may be. Its
 * body is limited where it is read (`route.ts`, `json.ts`, `upload.ts`). Must be called before answers are compressed.
 */
export function limitCosts(app: FastifyInstance): void {
  const requests = openInFlight();

  // After the route has found out who calls, and before the body is read.
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
    const most = routeOptions.config.cost?.answerBytes ?? null;
    if (most === null || typeof payload !== 'string' || payload.length * 3 <= most) return;
    const bytes = Buffer.byteLength(payload);
    // Nothing may come to this: lists have pages, and what grows has bounds where it is written.
    if (bytes > most) throw new Error(`${routeOptions.config.name} answers ${bytes} bytes`);
  });
}
