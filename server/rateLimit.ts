import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from './errors.ts';

/** Generous: a whole office may share one address. */
export const requestsPerMinute = 1200;

/** The app's own files cost next to nothing, and whoever watches the server must not be told to wait. */
function isFree({ url }: FastifyRequest): boolean {
  return !url.startsWith('/api/') || /^\/api\/(healthz|readyz|docs)\b/.test(url);
}

/** Limits the calls one address may make in a minute. */
export async function limitRate(app: FastifyInstance, max: number): Promise<void> {
  await app.register(rateLimit, {
    max,
    timeWindow: 60_000,
    allowList: isFree,
    errorResponseBuilder: () => new Refusal('rate-limited'),
  });
}
