import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate } from '../../../server/data/db/migrate.ts';
import { openPostgres } from '../../../server/data/db/open.ts';
import { startS3 } from '../files/s3.ts';
import { startPgbouncer } from './pgbouncer.ts';
import { startPostgres } from './postgres.ts';
import { shapedPglite } from './shapedPglite.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the PostgreSQL that all test files share; each creates databases of its own in it. */
    postgresUrl: string;
    /** The same without the pooler in front of it (`POOLER=pgbouncer`). */
    listenUrl: string;
    /** Address of the S3 server that all test files share when `STORE=s3`; otherwise `''`, and each has a folder. */
    s3Endpoint: string;
    /** A file from which a PGlite with the current schema starts several times faster. */
    pgliteShaped: string;
    /** Name of a template database with the current schema in that PostgreSQL. */
    postgresShaped: string;
  }
}

async function shapePostgres(url: string): Promise<string> {
  const name = 'shaped';
  // Without the time limits of the product's connections: on a machine with other work it may take longer.
  const server = new pg.Client(`${url}/postgres`);
  await server.connect();
  await server.query(`create database ${name}`);
  await server.end();
  const db = await openPostgres(`${url}/${name}`);
  await migrate(db);
  await db.close();
  return name;
}

/** Runs once, before all test files of the server. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'ev-pglite-'));
  const s3 = process.env.STORE === 's3' ? await startS3() : undefined;
  const postgres = await startPostgres();
  const name = await shapePostgres(postgres.url);
  // Not at the same time: PGlite blocks this process for seconds on a busy machine, and the connection would time out.
  const pglite = join(folder, 'shaped.tar');
  await writeFile(pglite, Buffer.from(await (await shapedPglite()).arrayBuffer()));
  project.provide('s3Endpoint', s3?.endpoint ?? '');
  const pooler = process.env.POOLER === 'pgbouncer' ? await startPgbouncer(postgres.url) : undefined;
  project.provide('postgresUrl', pooler?.url ?? postgres.url);
  project.provide('listenUrl', postgres.url);
  project.provide('postgresShaped', name);
  project.provide('pgliteShaped', pglite);
  return async () => {
    await pooler?.stop();
    await postgres.stop();
    await s3?.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
