import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import type { TestProject } from 'vitest/node';
import { startPostgres } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Of the PostgreSQL that all test files share; each makes databases of its own in it. */
    postgresUrl: string;
    /** A file that an empty PGlite starts from, several times faster than from nothing. */
    pgliteDump: string;
  }
}

async function dumpEmptyPglite(file: string): Promise<void> {
  const pglite = await PGlite.create();
  const dump = await pglite.dumpDataDir('none');
  await pglite.close();
  await writeFile(file, Buffer.from(await dump.arrayBuffer()));
}

/** Runs once, before all test files of the server. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dump = join(tmpdir(), `ev-pglite-${process.pid}-${Date.now()}.tar`);
  const [postgres] = await Promise.all([startPostgres(), dumpEmptyPglite(dump)]);
  project.provide('postgresUrl', postgres.url);
  project.provide('pgliteDump', dump);
  return async () => {
    await postgres.stop();
    await rm(dump, { force: true });
  };
}
