import type { FastifyInstance } from 'fastify';
import { fastify } from 'fastify';
import { migrate } from '../../../server/data/db/migrate.ts';
import { openPglite, openPostgres } from '../../../server/data/db/open.ts';
import { runProgram } from '../../../server/start/program.ts';
import { benchServer } from '../benchServer.ts';
import { fill } from '../dataset.ts';
import { type BareCall, bareCalls } from './bareCalls.ts';

/** Adds a route for each call without the product: `/{n}` responds with the rows. */
function bareRoutes(app: FastifyInstance, bare: readonly BareCall[]): void {
  for (const [index, { method, run, insert }] of bare.entries()) {
    app.route({ method, url: `/${index}`, handler: async () => ({ status: 200, body: await run() }) });
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
