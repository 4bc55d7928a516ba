import httpProxy from '@fastify/http-proxy';
import type { FastifyInstance } from 'fastify';
import { Unavailable } from './errors.ts';

const prefixes = ['/identitytoolkit.googleapis.com', '/securetoken.googleapis.com', '/emulator'];

/** Puts the Auth emulator behind our own origin, so that a browser talks to one address only. */
export async function emulatorProxy(app: FastifyInstance, emulatorUrl: string): Promise<void> {
  for (const prefix of prefixes) {
    await app.register(httpProxy, {
      upstream: emulatorUrl,
      prefix,
      rewritePrefix: prefix,
      http2: false,
      replyOptions: {
        onError: (reply, { error }) => {
          reply.send(new Unavailable('identity', error));
        },
      },
    });
  }
}
