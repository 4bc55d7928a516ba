import { normalizeIP } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Returns the address to count by; the IPv6 addresses of one household's network count as one. Empty for a connection that was reset. */
export function clientAddressOf({ ip }: FastifyRequest): string {
  return normalizeIP(ip ?? '');
}

const untrustedProxy =
  'X-Forwarded-For came from an untrusted address: set TRUST_PROXY to the address of the proxy, or all users behind it share one rate limit';

/** Warns once when a proxy in front is not configured. */
export function warnOfUntrustedProxy(app: FastifyInstance): void {
  let isWarned = false;
  app.addHook('onRequest', (request, _reply, done) => {
    // For a trusted peer the framework lists its own address and the forwarded ones.
    if (!isWarned && request.headers['x-forwarded-for'] && (request.ips?.length ?? 1) < 2) {
      isWarned = true;
      request.log.warn(untrustedProxy);
    }
    done();
  });
}
