import { resolve } from 'node:path';
import { build } from 'vite';

const asWritten = /const lanesAtOnce = \d+;/;

/** Builds the page with the product's outbox, which sends from so many lanes at once. @returns its folder */
export async function buildOutbox(lanesAtOnce: number): Promise<string> {
  const outDir = resolve('node_modules/.cache/bench/outbox', String(lanesAtOnce));
  let isChanged = false;
  await build({
    configFile: false,
    root: resolve('tests/bench/outbox'),
    logLevel: 'warn',
    plugins: [
      {
        name: 'lanes-at-once',
        transform(code, id) {
          if (!id.endsWith('/src/outbox/drain.ts')) return;
          isChanged = asWritten.test(code);
          return code.replace(asWritten, `const lanesAtOnce = ${lanesAtOnce};`);
        },
      },
    ],
    build: { outDir, emptyOutDir: true, target: 'es2023', modulePreload: { polyfill: false } },
  });
  if (!isChanged) throw new Error('The outbox does not say any more how many lanes it sends from at once.');
  return outDir;
}
