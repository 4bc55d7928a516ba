import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import type { Plugin } from 'vite';
import { pdfPath } from '../../src/cache/pdfFiles.ts';

const require = createRequire(import.meta.url);
const packageFile = require.resolve('pdfjs-dist/package.json');
const packageDir = dirname(packageFile);

/** The library and its workers: of the build for browsers as old as ours may be. */
const scripts = ['pdf.min.mjs', 'pdf.worker.min.mjs', 'pdf.renderer.min.mjs'];
/** Character maps, fonts, decoders and color profiles, which it reads when a document needs them; no interpreter of scripts. */
const folders = ['cmaps', 'standard_fonts', 'wasm', 'iccs'];

/** Returns the source of each file by its name below `pdfPath`. */
function files(): Map<string, string> {
  return new Map([
    ...scripts.map((name) => [name, join(packageDir, 'legacy/build', name)] as const),
    ...folders.flatMap((folder) =>
      readdirSync(join(packageDir, folder))
        .filter((name) => !name.startsWith('quickjs'))
        .map((name) => [`${folder}/${name}`, join(packageDir, folder, name)] as const),
    ),
  ]);
}

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.wasm': 'application/wasm',
};

/** Copies the files of PDF.js into the build as they are: its workers are scripts of their own, and nothing else imports it. */
export function pdfFiles(): Plugin {
  return {
    name: 'pdf-files',
    configResolved() {
      const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string };
      if (pdfPath !== `/pdfjs/${version}/`) throw new Error(`src/cache/pdfFiles.ts must name ${version}.`);
    },
    configureServer({ middlewares }) {
      const known = files();
      middlewares.use((request, response, next) => {
        const path = request.url?.split('?')[0] ?? '';
        const source = path.startsWith(pdfPath) ? known.get(path.slice(pdfPath.length)) : undefined;
        if (source === undefined) return next();
        response.setHeader('content-type', types[extname(source)] ?? 'application/octet-stream');
        response.end(readFileSync(source));
      });
    },
    generateBundle() {
      for (const [name, source] of files())
        this.emitFile({ type: 'asset', fileName: pdfPath.slice(1) + name, source: readFileSync(source) });
    },
  };
}
