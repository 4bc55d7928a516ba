import { resolve } from 'node:path';
import { build } from 'vite';

/** Builds the page with the product's outbox. @returns its folder */
export async function buildOutbox(): Promise<string> {
  const outDir = resolve('node_modules/.cache/bench/outbox');
  await build({
    configFile: false,
    root: resolve('tests/bench/outbox'),
    logLevel: 'warn',
    build: { outDir, emptyOutDir: true, target: 'es2023', modulePreload: { polyfill: false } },
  });
  return outDir;
}
