import { rm } from 'node:fs/promises';
import { newDataDir, runUntilReady, type Stack } from '../support/server/stack.ts';

/** One server of the product beside the first, with its files and database. */
export type ServedApp = {
  name: string;
  /** The folder of built files. */
  folder: string;
  databaseUrl: string;
};

export type ServedApps = { url(name: string): string; stop(): Promise<void> };

/** Serves further apps with the product's own server, for the users of a running product. */
export async function serveApps(stack: Stack, apps: readonly ServedApp[]): Promise<ServedApps> {
  const dataDir = await newDataDir(false);
  const running = await runUntilReady(
    ['tests/bench/serveApps.ts'],
    {
      APPS: JSON.stringify(apps),
      HOST: '127.0.0.1',
      AUTH_EMULATOR_PORT: new URL(stack.emulatorUrl).port,
      DATA_DIR: dataDir,
      PUBLIC_URL: stack.url,
    },
    'The apps are served',
  );
  const said = /^Ports (.*)$/m.exec(running.output())?.[1];
  const ports = JSON.parse(said ?? '{}') as Record<string, number>;
  return {
    url: (name) => `http://127.0.0.1:${ports[name]}`,
    async stop() {
      await running.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
