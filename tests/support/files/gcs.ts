import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type RunningGcs = {
  /** `http://127.0.0.1:port` */
  endpoint: string;
  stop(): Promise<void>;
};

type Emulator = { getApp(): RequestListener };
type Modules = {
  StorageEmulator: {
    new (options: Record<string, unknown>): Emulator;
    prototype: { getPersistenceTmpDir(): string };
  };
  createApp(projectId: string, emulator: Emulator): Promise<RequestListener>;
  EmulatorRegistry: { set(name: string, emulator: unknown): void; clear(name: string): void };
};

/**
 * Google's storage as the official Firebase emulator imitates it. Its own start would download the interpreter of Firebase's rules,
 * which the interface of Google's storage never uses.
 */
export async function startGcs(): Promise<RunningGcs> {
  const load = createRequire(import.meta.url);
  const { StorageEmulator } = load('firebase-tools/lib/emulator/storage/index.js') as Modules;
  const { createApp } = load('firebase-tools/lib/emulator/storage/server.js') as Modules;
  const { EmulatorRegistry } = load('firebase-tools/lib/emulator/registry.js') as Modules;
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  // Its own folder has the same name for all users of a machine, of whom only the first may write to it.
  const folder = await mkdtemp(join(tmpdir(), 'ev-gcs-'));
  StorageEmulator.prototype.getPersistenceTmpDir = () => folder;
  const emulator = new StorageEmulator({ projectId: 'emulated', host: '127.0.0.1', port, rules: [] });
  EmulatorRegistry.set('storage', emulator);
  server.on('request', await createApp('emulated', emulator));
  return {
    endpoint: `http://127.0.0.1:${port}`,
    async stop() {
      EmulatorRegistry.clear('storage');
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(folder, { recursive: true, force: true });
    },
  };
}
