import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { healthPath } from '../../src/contract/calls.ts';
import { assertWritable } from '../data/db/db.ts';
import { tryDisk } from '../files/incoming.ts';
import type { Services } from '../services/services.ts';
import { withTimeout } from '../time/withTimeout.ts';

const timeoutMs = 5000;

/** Whether `work` succeeds in time, after which a caller has given up anyway. */
async function succeeds(work: Promise<unknown>, log: FastifyBaseLogger): Promise<boolean> {
  try {
    await withTimeout(work, timeoutMs);
    return true;
  } catch (error) {
    log.warn({ err: error }, 'a readiness check failed');
    return false;
  }
}

type Parts = { [part in 'database' | 'files' | 'disk']?: 'ok' | 'down' };

/**
 * Serves health checks: `/api/healthz` shows that the process responds, `/api/readyz` that its parts work, and names a failing
 * part; the reason is logged. Simultaneous requests share one check, since each writes to the store and to the disk.
 *
 * @param dataDir of this process; not tested when absent
 */
export function healthRoutes(app: FastifyInstance, { db, files, log }: Services, dataDir?: string): void {
  let checking: Promise<Parts> | undefined;

  async function check(): Promise<Parts> {
    const [database, storage, disk] = await Promise.all([
      succeeds(assertWritable(db), log),
      succeeds(files.ready(), log),
      dataDir === undefined || succeeds(tryDisk(dataDir), log),
    ]);
    const state = (works: boolean) => (works ? 'ok' : 'down');
    const parts: Parts = { database: state(database), files: state(storage) };
    return dataDir === undefined ? parts : { ...parts, disk: state(disk) };
  }

  app.get(`/api${healthPath}`, async () => ({ body: { status: 'ok' } }));

  app.get('/api/readyz', async (_request, reply) => {
    checking ??= check().finally(() => {
      checking = undefined;
    });
    const parts = await checking;
    const down = Object.entries(parts).flatMap(([part, state]) => (state === 'down' ? [part] : []));
    if (down.length === 0) return { body: { status: 'ok', ...parts } };
    return reply.code(503).send({
      errorMessage: `Not ready: ${down.join(' and ')}.`,
      code: 'unavailable',
      ...parts,
    });
  });
}
