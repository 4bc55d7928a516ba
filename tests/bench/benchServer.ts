import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { buildApp } from '../../server/app.ts';
import { emulatorVerifier } from '../../server/auth/auth.ts';
import type { Database } from '../../server/data/db/db.ts';
import { openFolder } from '../../server/files/folder.ts';
import { projectId } from '../support/server/people.ts';

export type BenchServer = { app: FastifyInstance; end(): Promise<void> };

/**
 * Starts the product's server on a database without anything that would distort the measurement: no emails, no rate limits.
 *
 * @param now the clock of the server, in milliseconds
 */
export async function benchServer(db: Database, now = Date.now): Promise<BenchServer> {
  const folder = await mkdtemp(join(tmpdir(), 'ev-bench-'));
  const app = await buildApp({
    db,
    files: await openFolder(folder),
    mail: { send: async () => undefined, close: async () => undefined },
    verifyToken: emulatorVerifier(projectId, now),
    now,
    publicUrl: 'http://localhost',
    log: { level: 'silent' },
    rateLimit: false,
  });
  return {
    app,
    async end() {
      await app.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
