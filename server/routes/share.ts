import type { FastifyInstance } from 'fastify';

/**
 * Handles shares that the service worker did not intercept because it is not in control yet: redirects to the app's share page,
 * which asks for the files again. Reads nothing of the body, since the sender is unknown. A post from a foreign page only leads to
 * a page and changes nothing.
 */
export function shareRoutes(app: FastifyInstance): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    scope.post('/share-target', { bodyLimit: Number.MAX_SAFE_INTEGER }, (_request, reply) => {
      // The connection is closed after the response, so that no large body is uploaded in vain.
      reply
        .header('cache-control', 'no-store')
        .header('connection', 'close')
        .redirect('/share?missed=1', 303);
    });
  });
}
