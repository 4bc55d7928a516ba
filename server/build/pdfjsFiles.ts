import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import type { Plugin } from 'vite';
import { withMendedClasses } from '../../src/features/plans/parser/mendParser.ts';
import { pdfjsPath, sumsIntegrity, sumsName } from '../../src/offline/pdfjsFiles.ts';

const require = createRequire(import.meta.url);
const packageFile = require.resolve('pdfjs-dist/package.json');
const packageDir = dirname(packageFile);

/** The library and its workers: of the build for browsers as old as ours may be. */
const scripts = ['pdf.min.mjs', 'pdf.worker.min.mjs', 'pdf.renderer.min.mjs'];
/** Character maps, fonts, decoders and color profiles, which it reads when a document needs them; no interpreter of scripts. */
const folders = ['cmaps', 'standard_fonts', 'wasm', 'iccs'];

function integrityOf(bytes: Uint8Array | string): string {
  return `sha256-${createHash('sha256').update(bytes).digest('base64')}`;
}

/** Returns the source of each file of the package by its name below `pdfjsPath`. */
function packageFiles(): Map<string, string> {
  return new Map([
    ...scripts.map((name) => [name, join(packageDir, 'legacy/build', name)] as const),
    ...folders.flatMap((folder) =>
      readdirSync(join(packageDir, folder))
        .filter((name) => !name.startsWith('quickjs'))
        .map((name) => [`${folder}/${name}`, join(packageDir, folder, name)] as const),
    ),
  ]);
}

const parser = 'pdf.worker.min.mjs';
/** Returns the bytes of each file by its name below `pdfPath`, with the list of their hashes, by which the app checks them. */
export function pdfFileBytes(): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  for (const [name, source] of packageFiles()) {
    const bytes = readFileSync(source);
    files.set(name, name === parser ? Buffer.from(withMendedClasses(bytes.toString('utf8'))) : bytes);
  }
  const sums = [...files].map(([name, bytes]) => [name, integrityOf(bytes)] as const);
  sums.sort(([one], [other]) => (one < other ? -1 : 1));
  return files.set(sumsName, Buffer.from(JSON.stringify(Object.fromEntries(sums))));
}

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.wasm': 'application/wasm',
};

/** Where sources import a script from; what is built imports the copy. */
const importedAs = 'pdfjs-dist/legacy/build';

/** Copies the files of PDF.js into the build as they are: its workers are scripts of their own, and nothing else imports it. */
export function pdfjsFiles(): Plugin {
  return {
    name: 'pdf-files',
    enforce: 'pre',
    resolveId: (name) =>
      name.startsWith(`${importedAs}/`)
        ? { id: name.replace(importedAs, pdfjsPath.slice(0, -1)), external: true }
        : undefined,
    // A development server reads ahead what a module imports.
    load(id) {
      const bytes = id.startsWith(pdfjsPath) ? pdfFileBytes().get(id.slice(pdfjsPath.length)) : undefined;
      return bytes && { code: bytes.toString(), map: { mappings: '' } };
    },
    configResolved() {
      const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string };
      if (!pdfjsPath.startsWith(`/pdfjs/${version}-`))
        throw new Error(`src/offline/pdfjsFiles.ts must name ${version}.`);
      const sums = integrityOf(pdfFileBytes().get(sumsName) ?? '');
      if (sumsIntegrity !== sums) throw new Error(`src/offline/pdfjsFiles.ts must name ${sums}.`);
    },
    configureServer({ middlewares }) {
      const known = pdfFileBytes();
      middlewares.use((request, response, next) => {
        const path = request.url?.split('?')[0] ?? '';
        const bytes = path.startsWith(pdfjsPath) ? known.get(path.slice(pdfjsPath.length)) : undefined;
        if (bytes === undefined) return next();
        response.setHeader('content-type', types[extname(path)] ?? 'application/octet-stream');
        response.end(bytes);
      });
    },
    generateBundle() {
      for (const [name, source] of pdfFileBytes())
        this.emitFile({ type: 'asset', fileName: pdfjsPath.slice(1) + name, source });
    },
  };
}
