import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { minify, type Plugin, type Rolldown, transformWithOxc } from 'vite';
import { startEarlyForm } from '../../src/app/early/earlyScript.ts';
import { authStorageKey } from '../../src/contract/limits.ts';
import { headSource } from './pageHead.ts';
import type { EarlyForm } from './renderEarly.ts';
import { projectDir } from './scopedName.ts';

type Bundle = Rolldown.OutputBundle;

const run = promisify(execFile);

/** Renders the forms in a process of its own: what the app starts when its modules are loaded would keep the build from ending. */
async function render(mode: string): Promise<EarlyForm[]> {
  const { stdout } = await run(process.execPath, [join(import.meta.dirname, 'renderEarly.ts'), mode]);
  return JSON.parse(stdout) as EarlyForm[];
}

/** Compiles a module without imports. The app does not import it, only the early form does. */
async function compiled(module: string): Promise<string> {
  const { code } = await transformWithOxc(readFileSync(join(projectDir, module), 'utf8'), module);
  return (await minify(module, code, { module: true })).code;
}

/** Finds a chunk by a file that is in it. */
function chunkOf(bundle: Bundle, module: string): Rolldown.OutputChunk {
  const found = Object.values(bundle).find(
    (file) => file.type === 'chunk' && file.moduleIds.some((id) => id.endsWith(module)),
  );
  if (found?.type !== 'chunk') throw new Error(`The build has no chunk of ${module}.`);
  return found;
}

/** Returns the chunks and all that they import, each once. */
function withImports(bundle: Bundle, chunks: readonly Rolldown.OutputChunk[]): Rolldown.OutputChunk[] {
  const all = new Set<Rolldown.OutputChunk>();
  const add = (chunk: Rolldown.OutputChunk) => {
    if (all.has(chunk)) return;
    all.add(chunk);
    for (const name of chunk.imports) {
      const imported = bundle[name];
      if (imported?.type === 'chunk') add(imported);
    }
  };
  for (const chunk of chunks) add(chunk);
  return [...all];
}

function stylesOf(bundle: Bundle, chunks: readonly Rolldown.OutputChunk[]): Map<string, string> {
  const names = new Set(chunks.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]));
  return new Map([...names].map((name) => [name, String((bundle[name] as Rolldown.OutputAsset).source)]));
}

function addresses(files: readonly string[]): string {
  return files.map((file) => `/${file}`).join(' ');
}

/** Keeps a form whose script does not run from sending itself: a password would get into the address. */
function silent(form: string): string {
  return form.replaceAll('<form ', '<form method="dialog" ');
}

/** The frame that stands in a page until the app is there: what somebody sees who is signed in. */
const frame = /<div id="app">.*<\/noscript>/s;
const unneeded = /\n *<(script|link rel="(preload|stylesheet)")[^>]*>(<\/script>)?/g;

/**
 * Writes a document for each form of the access flow: the form is in it, as the app renders it, with its styles and a small script,
 * so that it can be typed in before the app is there (`src/app/early`). Nothing else is requested for it: a round trip on Slow 4G is
 * 0.56 s. The server allows the two by their hashes.
 */
export function earlyForms(): Plugin {
  let mode = 'production';
  return {
    name: 'early-forms',
    apply: 'build',
    configResolved(config) {
      mode = config.mode;
    },
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        const index = bundle['index.html'];
        if (index?.type !== 'asset') throw new Error('The build has no index.html.');
        const page = String(index.source);
        const entry = Object.values(bundle).find((file) => file.type === 'chunk' && file.isEntry);
        if (entry?.type !== 'chunk' || !frame.test(page)) throw new Error('The page is not as expected.');
        const script = `${headSource}(${startEarlyForm})(${JSON.stringify(authStorageKey)});`;
        const { code } = await minify('early.js', script);
        const provider = chunkOf(bundle, '/src/session/firebase.ts');
        const list = chunkOf(bundle, '/JobsPage.tsx');
        const takeOver = this.getFileName(
          this.emitFile({
            type: 'asset',
            name: 'takeOver.js',
            source: await compiled('src/app/early/takeOver.ts'),
          }),
        );
        const ownStyles = readFileSync(join(projectDir, 'src/app/early/early.css'), 'utf8');
        for (const { name, path, module, form, failure } of await render(mode)) {
          const own = chunkOf(bundle, `/src/features/auth/${module}.tsx`);
          const sending = own.dynamicImports.map((name) => bundle[name] as Rolldown.OutputChunk);
          const chunks = withImports(bundle, [own, provider, ...sending]);
          const styles = stylesOf(bundle, withImports(bundle, [entry, own]));
          const names = [
            entry.fileName,
            takeOver,
            ...chunks.map(({ fileName }) => fileName),
            ...styles.keys(),
          ];
          const files = [...new Set(names)];
          const later = [list.fileName, ...stylesOf(bundle, [list]).keys()].filter(
            (file) => !files.includes(file),
          );
          const [, title] = /<h1[^>]*>([^<]*)</.exec(form) ?? [];
          const html = page
            .replace(unneeded, '')
            .replace('<title>', `<title>${title} · `)
            .replace(
              '</head>',
              () => `  <meta name="app" content="${addresses(files)}${later.length > 0 ? ` | ${addresses(later)}` : ''}" />
    <style>${[...styles.values(), ownStyles].join('')}</style>
    <script>${code}</script></head>`,
            )
            .replace(frame, (app) => {
              const [waiting, noscript] = app.split(/(?=<noscript>)/);
              return `${noscript}
    <div id="early" data-path="${path}"><div data-form="">${silent(form)}</div>${failure}</div>
    ${waiting}`;
            });
          this.emitFile({ type: 'asset', fileName: `early/${name}.html`, source: html });
        }
      },
    },
  };
}
