import { join, resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { compressFolder } from '../../../server/build/compressFolder.ts';

/** Builds the smallest list with the product's tools. @returns its folder */
export async function buildFloor(): Promise<string> {
  const root = resolve('tests/bench/start/floor');
  const outDir = resolve('node_modules/.cache/bench/floor');
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
        input: [join(root, 'index.html'), join(root, 'sw.ts')],
        // A worker has to be at the root of its scope.
        output: { entryFileNames: ({ name: of }) => (of === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js') },
      },
    },
  });
  // As the product's own build compresses them.
  await compressFolder(outDir);
  return outDir;
}
