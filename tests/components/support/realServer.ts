import { mkdtemp, rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import type { Plugin } from 'vite';
import { buildApp } from '../../../server/app.ts';
import { emulatorVerifier } from '../../../server/auth/auth.ts';
import type { Database } from '../../../server/data/db/db.ts';
import { migrate } from '../../../server/data/db/migrate.ts';
import { openPostgres } from '../../../server/data/db/open.ts';
import { openFolder } from '../../../server/files/folder.ts';
import { type RunningPostgres, startPostgres } from '../../support/database/postgres.ts';
import { withDatabase } from '../../support/database/withDatabase.ts';
import { people, projectId, savePeople } from '../../support/server/people.ts';
import { fillDatabase } from './data.ts';

/** Starts PostgreSQL with a filled database, of which each server gets a copy. */
async function startDatabases(): Promise<RunningPostgres> {
  const postgres = await startPostgres();
  await withDatabase(`${postgres.url}/postgres`, (db) => db.query('create database filled'));
  await withDatabase(`${postgres.url}/filled`, async (db) => {
    await migrate(db);
    await savePeople(db, Object.values(people), Date.now());
    await fillDatabase(db);
  });
  return postgres;
}

let databases: Promise<RunningPostgres> | undefined;

/** Copies the filled database, one after the other: a template is copied by one at a time. */
let copying: Promise<unknown> = Promise.resolve();
let copies = 0;

async function newDatabase(): Promise<Database> {
  databases ??= startDatabases();
  const { url } = await databases;
  const name = `page${copies++}`;
  copying = copying.then(() =>
    withDatabase(`${url}/postgres`, (db) => db.query(`create database ${name} template filled`)),
  );
  await copying;
  return openPostgres(`${url}/${name}`);
}

async function start(): Promise<FastifyInstance> {
  const folder = await mkdtemp(join(tmpdir(), 'ev-components-'));
  const db = await newDatabase();
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

/** A server for each file of tests, by what the cookie of its page names: the pool and the file. */
const started = new Map<string, Promise<FastifyInstance>>();

function serverOf({ headers }: IncomingMessage): Promise<FastifyInstance> {
  const file = /\bpage=([\w.-]+)/.exec(headers.cookie ?? '')?.[1] ?? '';
  const known = started.get(file);
  if (known) return known;
  // The page has gone on to another file.
  const ended = [...started].filter(([other]) => other.split('.')[0] === file.split('.')[0]);
  for (const [other, app] of ended) {
    started.delete(other);
    closing.push(app.then((running) => running.close()));
  }
  const app = start();
  started.set(file, app);
  return app;
}

const closing: Promise<unknown>[] = [];

/** With `LATE=800`, each response and module comes up to 800 ms late: finds tests that take from the page what is not there yet. */
const lateMs = Number(process.env.LATE ?? 0);

/** Serves `/api` and `/firm` with the product's own server over PostgreSQL, and replaces the identity provider with the tests'. */
export function realServer(): Plugin {
  return {
    name: 'real server',
    enforce: 'pre',
    resolveId(source, importer) {
      if (!source.endsWith('/firebase.ts') || !importer?.includes('/src/session/')) return null;
      return fileURLToPath(new URL('./provider.ts', import.meta.url));
    },
    configureServer(server) {
      server.middlewares.use((request: IncomingMessage, response: ServerResponse, next) => {
        const isCall = /^\/(api|firm)\//.test(request.url ?? '');
        const serve = () => {
          if (isCall) serverOf(request).then((ready) => ready.routing(request, response), next);
          else next();
        };
        if (lateMs > 0 && (isCall || request.url?.startsWith('/src/')))
          setTimeout(serve, Math.random() * lateMs);
        else serve();
      });
    },
    async closeBundle() {
      const apps = [...started.values()];
      started.clear();
      for (const app of apps) await (await app).close();
      await Promise.all(closing);
      const postgres = await databases;
      databases = undefined;
      await postgres?.stop();
    },
  };
}
