import { mkdtemp, rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import type { Plugin } from 'vite';
import { buildApp } from '../../../server/app.ts';
import { emulatorVerifier } from '../../../server/auth/auth.ts';
import { migrate } from '../../../server/data/db/migrate.ts';
import { pgliteDatabase } from '../../../server/data/db/pglite.ts';
import { openFolder } from '../../../server/files/folder.ts';
import { people, projectId, savePeople } from '../../support/server/people.ts';
import { fillDatabase } from './data.ts';

async function start(): Promise<FastifyInstance> {
  const folder = await mkdtemp(join(tmpdir(), 'ev-components-'));
  const db = await pgliteDatabase({});
  await migrate(db);
  await savePeople(db, Object.values(people), Date.now());
  await fillDatabase(db);
  const app = await buildApp({
    db,
    files: await openFolder(folder),
    mail: { async send() {}, async close() {} },
    verifyToken: emulatorVerifier(projectId),
    publicUrl: 'http://localhost:8080',
    log: { level: 'error' },
    rateLimit: false,
  });
  app.addHook('onClose', async () => {
    await db.close();
    await rm(folder, { recursive: true, force: true });
  });
  await app.ready();
  return app;
}

/** One server for all of vitest's Vite servers. */
let started: Promise<FastifyInstance> | undefined;

/** Serves `/api` with the product's own server over an embedded database, and replaces the identity provider with the tests'. */
export function realServer(): Plugin {
  return {
    name: 'real server',
    enforce: 'pre',
    resolveId(source, importer) {
      if (!source.endsWith('/firebase.ts') || !importer?.includes('/src/session/')) return null;
      return fileURLToPath(new URL('./provider.ts', import.meta.url));
    },
    configureServer(server) {
      started ??= start();
      const app = started;
      server.middlewares.use((request: IncomingMessage, response: ServerResponse, next) => {
        if (!request.url?.startsWith('/api/')) return next();
        app.then((ready) => ready.routing(request, response), next);
      });
    },
    async closeBundle() {
      const app = started;
      started = undefined;
      await (await app)?.close();
    },
  };
}
