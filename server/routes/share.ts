import type { FastifyInstance } from 'fastify';

/**
 * What other apps share with the installed app is taken by its worker and never leaves the device unasked. Where no worker is
 * in control yet it comes here instead, and the app's page asks for it once more. Nothing of it is read: it belongs to nobody
 * whose name is known. Who posts it, be it a foreign page, comes to a page and changes nothing.
 */
export function shareRoutes(app: FastifyInstance): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    scope.post('/share-target', { bodyLimit: Number.MAX_SAFE_INTEGER }, (_request, reply) => {
      // Closed behind the answer, so that nobody sends for long what is thrown away.
      reply
        .header('cache-control', 'no-store')
        .header('connection', 'close')
        .redirect('/share?missed=1', 303);
    });
  });
}
