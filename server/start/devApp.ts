import { createServer } from 'vite';
import type { Config } from '../settings/config.ts';
import type { Program } from './program.ts';

/** The paths of the server itself; all others belong to the app. */
const serverPaths = [
  '/api',
  '/dev/',
  '/firm/',
  '/emulator',
  '/identitytoolkit.googleapis.com',
  '/securetoken.googleapis.com',
];

/** Serves the app from its sources on the product's own origin, and reloads it as they are edited. */
export async function openDevApp(
  { host, port, dataDir }: Pick<Config, 'host' | 'port' | 'dataDir'>,
  apiPort: number,
  { onClose }: Program,
): Promise<void> {
  const target = `http://127.0.0.1:${apiPort}`;
  const vite = await createServer({
    server: {
      host,
      port,
      strictPort: true,
      watch: { ignored: [`${dataDir}/**`] },
      proxy: Object.fromEntries(serverPaths.map((path) => [path, { target, xfwd: true }])),
    },
    logLevel: 'warn',
  });
  onClose(() => vite.close());
  await vite.listen();
}
