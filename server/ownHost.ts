import type { FastifyInstance } from 'fastify';
import { Refusal } from './errors.ts';

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/;

/**
 * Answers only to whoever calls this machine by its own name. In the default set-up whoever can read letters and codes is
 * whoever they like, and a page elsewhere whose name suddenly leads here would be of our own origin to a browser.
 */
export function answerOwnHostOnly(app: FastifyInstance, publicUrl: string): void {
  const { hostname } = new URL(publicUrl);
  app.addHook('onRequest', async (request) => {
    const asked = request.hostname.toLowerCase();
    if (!loopback.test(asked) && asked !== hostname) throw new Refusal('not-found');
  });
}
