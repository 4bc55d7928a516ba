import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from './errors.ts';

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** The host name in a Host header, in lower case; `''` for what is none. */
function hostNameOf(header: string | undefined): string {
  const address = `http://${header}/`;
  return header && URL.canParse(address) ? new URL(address).hostname : '';
}

/** Whether a Host header names this machine by the address that nothing else has. */
export function isLoopback(header: string | undefined): boolean {
  return loopback.test(hostNameOf(header));
}

/**
 * Whether a request names another host than this machine or that of `publicUrl`. Reads the header itself: what a proxy says of it
 * is easily said by a page too.
 */
function isForeignHost({ headers: { host } }: FastifyRequest, publicUrl: string): boolean {
  return !isLoopback(host) && hostNameOf(host) !== new URL(publicUrl).hostname;
}

/** Whether a page of another origin sent the request, and none of `origins`. */
function isForeignOrigin({ headers: { origin, host } }: FastifyRequest, origins: readonly string[]): boolean {
  if (origin === undefined || origins.includes(origin)) return false;
  return !URL.canParse(origin) || new URL(origin).host !== host?.toLowerCase();
}

/**
 * Rejects foreign Host headers (DNS rebinding): in the default set-up anyone who can read the mailbox can sign in as anyone, and a
 * page elsewhere whose name suddenly leads here would be of our own origin to a browser.
 */
export function answerOwnHostOnly(app: FastifyInstance, publicUrl: string): void {
  app.addHook('onRequest', async (request) => {
    if (isForeignHost(request, publicUrl)) throw new Refusal('not-found');
  });
}

/** Rejects what pages of other origins send too, preflights included. `origins`: those that may. */
export function answerOwnPagesOnly(
  app: FastifyInstance,
  { publicUrl, origins }: { publicUrl: string; origins: readonly string[] },
): void {
  app.addHook('onRequest', async (request) => {
    if (isForeignHost(request, publicUrl) || isForeignOrigin(request, origins))
      throw new Refusal('not-found');
  });
}
