import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { openApi } from '../docs/openApi.ts';

/** The same for every app of this process. */
const document = openApi();

/** Serves the API reference: as a page at `/api/docs`, as OpenAPI at `/api/docs/openapi.json`. */
export function docsRoutes(app: FastifyInstance): void {
  app.get('/api/docs/openapi.json', (_request, reply) => reply.send(document));
  app.register(async (docs) => {
    await docs.register(swagger, { mode: 'static', specification: { document: document as never } });
    await docs.register(swaggerUi, {
      routePrefix: '/api/docs',
      // Sends no request to another host.
      uiConfig: { validatorUrl: null, docExpansion: 'list' },
      theme: { title: 'EV Jobs · API' },
      // The viewer uses an inline style and makes markup of text; scripts still come from our own origin only.
      transformStaticCSP: (policy) =>
        policy
          .replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")
          .replace(/;(require-trusted-types-for|trusted-types) [^;]*/g, ''),
    });
  });
}
