import httpProxy from '@fastify/http-proxy';
import type { FastifyInstance } from 'fastify';
import { Unavailable } from '../http/errors.ts';
import { answerOwnPagesOnly } from '../http/ownHost.ts';

const prefixes = ['/identitytoolkit.googleapis.com', '/securetoken.googleapis.com', '/emulator'];

type Proxied = {
  emulatorUrl: string;
  publicUrl: string;
  /** Other origins whose pages may call. */
  origins: readonly string[];
};

/**
 * Puts the Auth emulator behind our own origin, so that a browser talks to one address only. The emulator itself lets any page
 * read its codes and set passwords, and allows private networks to all; here it answers our own pages alone.
 */
export async function emulatorProxy(app: FastifyInstance, { emulatorUrl, ...own }: Proxied): Promise<void> {
  await app.register(async (scope) => {
    answerOwnPagesOnly(scope, own);
    for (const prefix of prefixes) {
      await scope.register(httpProxy, {
        upstream: emulatorUrl,
        prefix,
        rewritePrefix: prefix,
        http2: false,
        replyOptions: {
          // The emulator answers to no page by itself.
          rewriteRequestHeaders: (_request, { origin: _origin, ...headers }) => headers,
          onError: (reply, { error }) => {
            reply.send(new Unavailable('identity', error));
          },
        },
      });
    }
  });
}
