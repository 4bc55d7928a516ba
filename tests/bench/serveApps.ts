import { join } from 'node:path';
import { buildApp } from '../../server/app.ts';
import { type Config, readConfig } from '../../server/settings/config.ts';
import { openParts } from '../../server/start/openApp.ts';
import { type Program, runProgram } from '../../server/start/program.ts';
import type { ServedApp } from './servedApps.ts';

/**
 * Further servers of a running product, in one process: each the product's own server with its own calls, on a port of its
 * own, but with another folder of files or another database. `APPS` configures them as JSON; their ports are printed.
 */
async function serve(served: ServedApp, config: Config, program: Program): Promise<number> {
  const parts = await openParts(config, program);
  const app = await buildApp({ ...parts, appDir: served.folder, rateLimit: false });
  program.onClose(() => app.close());
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  return Number(new URL(address).port);
}

await runProgram(async (program) => {
  const apps = JSON.parse(process.env.APPS ?? '[]') as ServedApp[];
  const ports: Record<string, number> = {};
  for (const served of apps) {
    const config = readConfig({
      ...process.env,
      DATA_DIR: join(process.env.DATA_DIR ?? '', served.name),
      DATABASE_URL: served.databaseUrl,
      DATABASE_POOL: '4',
    });
    ports[served.name] = await serve(served, config, program);
  }
  process.stdout.write(`Ports ${JSON.stringify(ports)}\nThe apps are served\n`);
});
