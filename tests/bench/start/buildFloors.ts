import { join, resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { compressFolder } from '../../../server/build/compressed.ts';

export const floorNames = ['plain', 'react', 'worker', 'packages'] as const;
export type FloorName = (typeof floorNames)[number];

const sources = 'tests/bench/start/floors';

/** Returns whether a floor has a worker. */
export function startsOffline(name: string): boolean {
  return name === 'worker' || name === 'packages';
}

async function buildFloor(name: FloorName): Promise<string> {
  const root = resolve(sources, name);
  const outDir = resolve('node_modules/.cache/bench/floors', name);
  const worker = startsOffline(name) ? [resolve(sources, 'worker/sw.ts')] : [];
  const input = [join(root, 'index.html'), ...worker];
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    plugins: [react()],
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2023',
      modulePreload: { polyfill: false },
      rollupOptions: {
        input,
        // A worker has to be at the root of its scope.
        output: { entryFileNames: ({ name: of }) => (of === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js') },
      },
    },
  });
  // As the product's own build compresses them.
  compressFolder(outDir);
  return outDir;
}

/** Builds every floor with the product's tools. @returns the folder of each */
export async function buildFloors(): Promise<Record<FloorName, string>> {
  const folders: [FloorName, string][] = [];
  for (const name of floorNames) folders.push([name, await buildFloor(name)]);
  return Object.fromEntries(folders) as Record<FloorName, string>;
}
