import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '../errors/errors.ts';
import { isLoopbackName } from '../push/publicHost.ts';

/** Returns the host name of a Host header in lower case; `''` when it is invalid. */
function hostNameOf(header: string | undefined): string {
  const address = `http://${header}/`;
  return header && URL.canParse(address) ? new URL(address).hostname : '';
}

/** Whether a Host header is the loopback address, which no DNS name can pretend to be. */
export function isLoopbackHost(header: string | undefined): boolean {
  return isLoopbackName(hostNameOf(header));
}

/**
 * Whether a request names a host other than this machine or that of `publicUrl`. Reads the Host header itself, because a page can
 * also send the headers of a proxy.
 */
function isForeignHost({ headers: { host } }: FastifyRequest, publicUrl: string): boolean {
  return !isLoopbackHost(host) && hostNameOf(host) !== new URL(publicUrl).hostname;
}

/** Whether the request comes from a page of another origin. */
function isForeignOrigin({ headers: { origin, host } }: FastifyRequest): boolean {
  if (origin === undefined) return false;
  return !URL.canParse(origin) || new URL(origin).host !== host?.toLowerCase();
}

/**
 * Rejects foreign Host headers (DNS rebinding): in the default set-up anyone who can read the mailbox can sign in as anyone, and a
 * page whose host name is rebound to this machine would have our origin.
 */
export function rejectForeignHosts(app: FastifyInstance, publicUrl: string): void {
  app.addHook('onRequest', async (request) => {
    if (isForeignHost(request, publicUrl)) throw new Refusal('not-found');
  });
}

/** Rejects requests of pages of other origins, preflights included. */
export function rejectForeignPages(app: FastifyInstance, publicUrl: string): void {
  app.addHook('onRequest', async (request) => {
    if (isForeignHost(request, publicUrl) || isForeignOrigin(request)) throw new Refusal('not-found');
  });
}
