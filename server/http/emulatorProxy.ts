import httpProxy from '@fastify/http-proxy';
import type { FastifyInstance } from 'fastify';
import { Unavailable } from '../errors/errors.ts';
import { rejectForeignPages } from './ownHost.ts';

const prefixes = ['/identitytoolkit.googleapis.com', '/securetoken.googleapis.com', '/emulator'];

/**
 * Serves the Auth emulator under our own origin, so that browsers need a single address. The emulator itself lets any page read its
 * codes and set passwords, and allows private network access to all; this proxy serves our own pages only.
 */
export async function emulatorProxy(
  app: FastifyInstance,
  emulatorUrl: string,
  publicUrl: string,
): Promise<void> {
  await app.register(async (scope) => {
    rejectForeignPages(scope, publicUrl);
    for (const prefix of prefixes) {
      await scope.register(httpProxy, {
        upstream: emulatorUrl,
        prefix,
        rewritePrefix: prefix,
        http2: false,
        replyOptions: {
          // The emulator rejects requests with an Origin header.
          rewriteRequestHeaders: (_request, { origin: _origin, ...headers }) => headers,
          onError: (reply, { error }) => {
            reply.send(new Unavailable('identity', error));
          },
        },
      });
    }
  });
}
