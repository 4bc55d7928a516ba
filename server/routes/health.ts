import type { FastifyInstance } from 'fastify';
import type { Services } from '../services.ts';

const patienceMs = 5000;

async function within(work: Promise<unknown>): Promise<boolean> {
  const tooLong = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('took too long')), patienceMs).unref();
  });
  return Promise.race([work, tooLong]).then(
    () => true,
    () => false,
  );
}

/**
 * For whoever watches the server: `/api/healthz` says that the process answers, `/api/readyz` that it can work. A part that
 * is down is named; why is in the log.
 */
export function healthRoutes(app: FastifyInstance, { db, files }: Services): void {
  app.get('/api/healthz', async () => ({ body: { status: 'ok' } }));

  app.get('/api/readyz', async (_, reply) => {
    const [database, storage] = await Promise.all([within(db.query('select 1')), within(files.ready())]);
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
