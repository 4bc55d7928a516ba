import type { FastifyInstance } from 'fastify';
import { fastify } from 'fastify';
import { Bench } from 'tinybench';
import { runProgram } from '../../../server/commands/program.ts';
import { openPglite, openPostgres } from '../../../server/data/db/db.ts';
import { migrate } from '../../../server/data/db/migrate.ts';
import { benchServer } from '../benchServer.ts';
import { fill } from '../dataset.ts';
import { type BareCall, bareCalls } from './bareCalls.ts';

/** Concurrency of the raw statements, as for the routes. */
const rawAtOnce = 10;

/** Repeats work, several at once. @returns how often in a second */
async function perSecond(work: () => Promise<unknown>, seconds: number): Promise<number> {
  const began = performance.now();
  const until = began + seconds * 1000;
  let done = 0;
  const one = async () => {
    for (; performance.now() < until; done += 1) await work();
  };
  await Promise.all(Array.from({ length: rawAtOnce }, one));
  return (done * 1000) / (performance.now() - began);
}

/** @returns the median milliseconds of the work when nothing runs beside it */
async function alone(work: () => Promise<unknown>, seconds: number): Promise<number> {
  const bench = new Bench({ time: seconds * 1000, warmup: false, throws: true }).add('alone', work);
  const [task] = await bench.run();
  if (!task || !('latency' in task.result)) throw new Error('The statements were not measured.');
  return task.result.latency.p50;
}

/**
 * Adds a route for each call without the product: `/{n}` responds with the rows, `/{n}/raw` with the statements' rate per second,
 * and their latency alone.
 */
function bareRoutes(app: FastifyInstance, bare: readonly BareCall[]): void {
  for (const [index, { method, run, insert }] of bare.entries()) {
    app.route({ method, url: `/${index}`, handler: async () => ({ status: 200, body: await run() }) });
    app.get(`/${index}/raw`, async ({ query }) => {
      const seconds = Number((query as { seconds: string }).seconds);
      return { perSecond: await perSecond(run, seconds), ms: await alone(run, seconds) };
    });
    if (!insert) continue;
    app.route({
      method,
      url: `/${index}/insert`,
      handler: async () => ({ status: 200, body: await insert() }),
    });
  }
}

/** Serves the product and a bare server in one process on one pool. `DATABASE_URL` is empty for the embedded database. */
await runProgram(async ({ onClose }) => {
  const url = process.env.DATABASE_URL ?? '';
  const db = await (url === '' ? openPglite() : openPostgres(url));
  onClose(() => db.close());
  await migrate(db);
  await fill(db, Date.now());
  const bare = fastify({ logger: false });
  bareRoutes(bare, await bareCalls(db));
  onClose(() => bare.close());
  const { app, end } = await benchServer(db);
  onClose(end);
  bare.get('/settled', async () => {
    await app.background.send();
    return {};
  });
  const listen = (server: FastifyInstance) => server.listen({ host: '127.0.0.1', port: 0 });
  const addresses = { product: await listen(app), bare: await listen(bare) };
  process.stdout.write(`Addresses ${JSON.stringify(addresses)}\nThe servers listen\n`);
});
