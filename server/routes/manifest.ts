import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { readFirm } from '../data/firm.ts';
import type { Services } from '../services/services.ts';

const path = '/manifest.webmanifest';

/** Serves the manifest of the built app, with the firm's name and color once an admin has saved them. */
export function manifestRoute(app: FastifyInstance, { db }: Pick<Services, 'db'>, appDir: string): void {
  app.get(path, async (_request, reply) => {
    const { name, color } = await readFirm(db);
    if (name === '') return reply.sendFile(path);
    const built: unknown = JSON.parse(await readFile(join(appDir, path), 'utf8'));
    return reply
      .header('cache-control', 'no-cache')
      .type('application/manifest+json')
      .send(
        JSON.stringify({
          ...(built as object),
          ...{ name, short_name: name },
          ...(color !== '' && { theme_color: color }),
        }),
      );
  });
}
