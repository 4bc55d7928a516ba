import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Services } from '../services.ts';

const patienceMs = 5000;

/** Whether `work` succeeds in time; a caller who waits longer has given up already. */
async function succeeds(work: Promise<unknown>, log: FastifyBaseLogger): Promise<boolean> {
  const tooLong = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('took too long')), patienceMs).unref();
  });
  try {
    await Promise.race([work, tooLong]);
    return true;
  } catch (error) {
    log.warn({ err: error }, 'not ready');
    return false;
  }
}

/**
 * For whoever watches the server: `/api/healthz` says that the process answers, `/api/readyz` that it can work. A part that
 * is down is named; why is in the log.
 */
export function healthRoutes(app: FastifyInstance, { db, files }: Services): void {
  app.get('/api/healthz', async () => ({ body: { status: 'ok' } }));

  app.get('/api/readyz', async (request, reply) => {
    const [database, storage] = await Promise.all([
      succeeds(db.query('select 1'), request.log),
      succeeds(files.ready(), request.log),
    ]);
    const parts = { database: database ? 'ok' : 'down', files: storage ? 'ok' : 'down' };
    if (database && storage) return { body: { status: 'ok', ...parts } };
    const down = Object.entries(parts).flatMap(([part, state]) => (state === 'down' ? [part] : []));
    return reply.code(503).send({
      errorMessage: `Not ready: ${down.join(' and ')}.`,
      code: 'unavailable',
      ...parts,
    });
  });
}
