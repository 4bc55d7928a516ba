import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { loadEnv, minify, type Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { defineConfig } from 'vitest/config';
import { countTests } from './tests/support/countTests.ts';

/** The part of the identity provider's configuration that browsers are meant to see; without it, the emulator. */
const publicIdentity = ['PROJECT_ID', 'API_KEY', 'AUTH_DOMAIN', 'APP_ID'];

function identityConstants(environment: Record<string, string>) {
  return Object.fromEntries(
    publicIdentity.map((name) => [
      `import.meta.env.VITE_FIREBASE_${name}`,
      JSON.stringify(environment[`FIREBASE_${name}`] ?? ''),
    ]),
  );
}

/** Puts each text of the build beside itself in brotli and gzip, so that no server compresses it anew; the worker, built last, too. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    closeBundle: {
      order: 'post',
      sequential: true,
      handler() {
        for (const entry of readdirSync('dist', { recursive: true, withFileTypes: true })) {
          if (!entry.isFile() || !/\.(css|html|js|svg|webmanifest)$/.test(entry.name)) continue;
          const file = join(entry.parentPath, entry.name);
          const bytes = readFileSync(file);
          writeFileSync(`${file}.br`, brotliCompressSync(bytes));
          writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
        }
      },
    },
  };
}

/** Every file of styles names the layers: whoever names them first sets their order, and files may come in any. */
function layersFirst(): Plugin {
  const [layers = ''] = readFileSync('src/styles/index.css', 'utf8').split('\n');
  if (!layers.startsWith('@layer'))
    throw new Error('The styles do not begin with the order of their layers.');
  return {
    name: 'layers-first',
    apply: 'build',
    generateBundle(_, bundle) {
      for (const part of Object.values(bundle)) {
        if (part.type === 'asset' && part.fileName.endsWith('.css')) part.source = `${layers}${part.source}`;
      }
    },
  };
}

type Chunk = {
  name: string;
  fileName: string;
  imports: string[];
  viteMetadata?: { importedCss: Set<string> };
};

/** The page names what its first script will ask for, so that all of it is on its way at once. In development nothing is named. */
function startNamed(): Plugin {
  return {
    name: 'start named',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const start = Object.values(bundle).find(({ name }) => name === 'start') as Chunk | undefined;
        if (!start) throw new Error('The build has no part that starts the app.');
        const link = (rel: string) => (file: string) => ({
          tag: 'link',
          injectTo: 'head' as const,
          attrs: { rel, crossorigin: true, href: `/${file}` },
        });
        const scripts = [...start.imports, start.fileName].filter((file) => !html.includes(file));
        return {
          // The first script waits for nothing, neither for styles nor for the end of the page; nothing is drawn before it has run.
          html: html.replace('<script type="module"', '<script type="module" async blocking="render"'),
          tags: [
            ...scripts.map(link('modulepreload')),
            ...[...(start.viteMetadata?.importedCss ?? [])].map(link('stylesheet')),
          ],
        };
      },
    },
  };
}

const plainIcon = join(process.cwd(), 'src/ui/plainIcon.ts');

/** What makes a Lucide icon a component: theirs knows a dozen settings that we give to none of them. */
function plainIcons(): Plugin {
  return {
    name: 'plain icons',
    apply: 'build',
    enforce: 'pre',
    resolveId: {
      filter: { id: /createLucideIcon\.mjs$/ },
      handler: (_, importer = '') => (/lucide-react\/dist\/esm\/icons\//.test(importer) ? plainIcon : null),
    },
  };
}

const filesOfStyles = new Map<string, string>();

/** What a file of styles is called, which no other one may be: their classes are named by it. */
function namedAlone(file: string): string {
  const name = basename(file, '.module.css');
  const other = filesOfStyles.get(name) ?? file;
  if (other !== file) throw new Error(`${other} and ${file} have the same name, and so would their classes.`);
  filesOfStyles.set(name, file);
  return name;
}

/** Each of the two minifiers finds what the other one leaves: terser comes second. Nothing when a build asks for none. */
function minifiedTwice(): Plugin {
  return {
    name: 'minified twice',
    apply: ({ build }, { command }) => command === 'build' && build?.minify !== false,
    async renderChunk(code, { fileName }) {
      const { code: small, map } = await minify(fileName, code, {
        module: true,
        compress: { target: 'es2023' },
        sourcemap: true,
      });
      return { code: small, map };
    },
  };
}

const namedParts = {
  first: 'src/first.ts',
  start: 'src/main.tsx',
  signIn: 'src/features/auth/SignInPage.tsx',
  list: 'src/features/jobs/JobsPage.tsx',
  frame: 'src/app/Shell.tsx',
  later: 'src/app/laterParts.ts',
};

type Graph = { getModuleInfo(id: string): { code: string | null; importedIds: readonly string[] } | null };

/** Everything that is loaded before this module runs. Icons are imported by name from one module of them all: of those, the named. */
function importsOf(id: string, graph: Graph, seen = new Set<string>()): Set<string> {
  if (seen.has(id)) return seen;
  seen.add(id);
  const { code, importedIds } = graph.getModuleInfo(id) ?? { code: null, importedIds: [] };
  for (const one of importedIds) if (!isIcons.test(one)) importsOf(one, graph, seen);
  for (const [, names = ''] of code?.matchAll(/import \{([^}]+)\} from ['"]lucide-react['"]/g) ?? []) {
    for (const name of names.split(',')) seen.add(iconFile(name.trim()));
  }
  return seen;
}

const isIcons = /node_modules\/lucide-react\//;

/** What an icon is called: by its file, and by earlier names. */
function iconNames(id: string, graph: Graph): string[] {
  const aliases = /aliases: \[([^\]]*)\]/.exec(graph.getModuleInfo(id)?.code ?? '')?.[1] ?? '';
  return [id.replace(/^.*\/|\.\w+$/g, ''), ...aliases.replace(/['"\s]/g, '').split(',')];
}

/** `CloudOff as Off` is `cloud-off`. */
function iconFile(name: string): string {
  return name
    .replace(/ .*/, '')
    .replace(/(?<=[a-z0-9])(?=[A-Z])/g, '-')
    .toLowerCase();
}

/**
 * In which file a module goes that several pages need: packages, which outlive many versions of the app, what every start needs,
 * what the list of jobs needs besides, the sign-in, what is loaded after the first screen, and what the others share. Each of many
 * small files would be compressed by itself, asked for, and named by every page that needs it.
 */
function sharedFile(): (id: string, graph: Graph) => string | null {
  const pages = Object.values(namedParts).map((path) => join(process.cwd(), path));
  const signInPage = join(process.cwd(), namedParts.signIn);
  let loaded: Set<string>[] | undefined;
  return (id, graph) => {
    // A part that nothing else is in has the name of its page.
    if (id === signInPage) return null;
    loaded ??= pages.map((page) => importsOf(page, graph));
    const names = isIcons.test(id) ? iconNames(id, graph) : [id];
    const [first, start, signIn, ofList, frame, later] = loaded.map((ids) =>
      names.some((name) => ids.has(name)),
    );
    const list = ofList || frame;
    if (id === plainIcon) return 'packages';
    if (isIcons.test(id) && !/\/icons\//.test(id)) return 'packages';
    // Of the router, what only forms and dialogs need; of the queries, what writes them down.
    if (/react-router\/.*useBlocker/.test(id)) return 'ui';
    if (/query-core\/.*hydration/.test(id)) return null;
    if (first) return 'first';
    if (start || (list && signIn)) return id.includes('node_modules') ? 'packages' : 'start';
    if (list) return 'list';
    if (signIn && /firebase|authErrors|entering/.test(id)) return 'firebase';
    if (signIn && /\/src\/(ui|features|contract)\//.test(id)) return 'forms';
    if (/\/src\/outbox\//.test(id)) return 'outbox';
    if (later && /\/(src\/(api|session|contract)|idb)\//.test(id)) return 'later';
    // The plans of phone numbers are large, and few pages have a phone number.
    if (!/\/src\/(ui|format)\//.test(id) && !isIcons.test(id)) return null;
    return [...importsOf(id, graph)].some((one) => one.includes('libphonenumber')) ? null : 'ui';
  };
}

/** Tests of one part, run in Node. Real databases start in them, on machines that may be slow: a limit is for what hangs. */
function testsOf(name: string, globalSetup: string[] = []) {
  return {
    extends: true as const,
    test: {
      name,
      include: [`tests/${name}/**/*.test.ts`],
      environment: 'node',
      globalSetup,
      // One process for many files: the modules of the server, and its databases, take longer to start than most tests.
      isolate: name !== 'server',
      testTimeout: 300_000,
      // On a machine with much to do. What passes only when tried again is told at the end; models get one try.
      retry: name === 'app' || name === 'server' ? 2 : 0,
      expect: { poll: { timeout: 30_000 } },
      hookTimeout: 300_000,
    },
  };
}

export default defineConfig(({ mode }) => ({
  plugins: [
    react(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'sw',
      filename: 'sw.ts',
      registerType: 'prompt',
      injectRegister: false,
      manifest: JSON.parse(readFileSync('manifest.webmanifest', 'utf8')),
      // Every part of the app; of the pictures only those a page itself shows, browsers fetch the others when they install.
      includeManifestIcons: false,
      injectManifest: {
        globPatterns: ['**/*.{js,css,html}', 'icon.svg', 'icon-192.png'],
        buildPlugins: { vite: [minifiedTwice()] },
      },
    }),
    layersFirst(),
    startNamed(),
    plainIcons(),
    minifiedTwice(),
    compressed(),
  ],
  // React has it by now; what stands in for it where it has not is left out.
  resolve: {
    alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' },
  },
  // By names instead of hashes: words compress.
  css: { modules: { generateScopedName: (name, file) => `${namedAlone(file)}-${name}` } },
  define: identityConstants(loadEnv(mode, process.cwd(), 'FIREBASE_')),
  // The manifest tells the server and the budgets which part of the app loads which.
  build: {
    target: 'es2023',
    // The first to have `Promise.withResolvers`, without which no answer is read: colours need no second spelling for others.
    cssTarget: ['chrome119', 'firefox121', 'ios17.4', 'safari17.4'],
    minify: 'terser',
    terserOptions: { ecma: 2020, safari10: false, compress: { passes: 3 }, format: { comments: false } },
    sourcemap: true,
    manifest: true,
    modulePreload: {
      polyfill: false,
      // What every start has loaded needs no naming beside each part that is loaded later.
      resolveDependencies: (_, parts, { hostType }) =>
        hostType === 'js'
          ? parts.filter((part) => !/\/(packages|first|start|rolldown-runtime)-/.test(part))
          : parts,
    },
    rolldownOptions: {
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [{ name: sharedFile(), debugName: 'shared' }],
        },
      },
    },
  },
  test: {
    pool: 'forks',
    reporters: ['default', countTests],
    maxWorkers: 3,
    projects: [
      testsOf('contract'),
      testsOf('app'),
      testsOf('outbox'),
      testsOf('server', ['tests/support/databaseSetup.ts']),
    ],
  },
}));
