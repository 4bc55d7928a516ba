import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { openApi } from '../docs/openApi.ts';

/** The API described by itself: for people at `/api/docs`, for machines at `/api/docs/openapi.json`. */
export function docsRoutes(app: FastifyInstance): void {
  const document = openApi();
  app.get('/api/docs/openapi.json', (_request, reply) => reply.send(document));
  app.register(async (docs) => {
    await docs.register(swagger, { mode: 'static', specification: { document: document as never } });
    await docs.register(swaggerUi, {
      routePrefix: '/api/docs',
      // Nothing is asked of another host.
      uiConfig: { validatorUrl: null, docExpansion: 'list' },
      theme: { title: 'EV Jobs · API' },
      // The page draws a hidden picture with a style of its own and makes markup of text; scripts come from our own origin all the same.
      transformStaticCSP: (policy) =>
        policy
          .replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")
          .replace(/;(require-trusted-types-for|trusted-types) [^;]*/g, ''),
    });
  });
}
