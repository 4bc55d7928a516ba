import * as nodeCrypto from 'node:crypto';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileFunction, constants } from 'node:vm';
import { build, type Plugin, type Rolldown } from 'vite';
import { type Change, plant } from '../../support/run/plant.ts';

/**
 * The product's own code as functions of its globals: each call makes a page, a worker or a server with modules of its own, whose clock,
 * timers, randomness, network and storage are those that it is given. Nothing of it can take them from elsewhere.
 */
export type Program = (globals: Record<string, unknown>) => Record<string, unknown>;
export type Programs = { page: Program; worker: Program; server: Program };
export type Build = 'now' | 'next';
export type Builds = Readonly<Record<Build, Programs>>;

const projectDir = fileURLToPath(new URL('../../../', import.meta.url));
const require = createRequire(import.meta.url);
const resolveModule = (id: string) => import.meta.resolve(id);

/** Globals that a program gets in place of this process's; those that it is not given are undefined in it. */
const shadowed = [
  ...['globalThis', 'window', 'self', 'Date', 'Math', 'performance', 'crypto', 'console', 'AbortSignal'],
  ...['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'setImmediate', 'clearImmediate'],
  ...['fetch', 'File', 'navigator', 'location', 'document', 'localStorage', 'sessionStorage', 'Storage'],
  ...['indexedDB', 'IDBDatabase', 'IDBObjectStore', 'caches', 'BroadcastChannel', 'MessageChannel'],
  ...['Notification', 'PushManager', 'PerformanceObserver', 'requestIdleCallback', 'cancelIdleCallback'],
  ...['scheduler', 'addEventListener', 'removeEventListener', 'require', '__filename', 'resolveModule'],
];

const cryptoNames = Object.keys(nodeCrypto).filter(
  (name) => /^\w+$/.test(name) && !/^random|^default$/.test(name),
);

/** Modules in whose place a double of the world stands, by the end of their address: each passes on what the program is given. */
const doubles: Record<string, string> = {
  'src/session/firebase.ts': 'module.exports = globalThis.provider;',
  'server/push/post.ts': 'export const openPushClient = () => globalThis.pushClient;',
  // The real one is checked by itself (openapi.test); it only describes the calls.
  'server/routes/docs.ts': 'export async function docsRoutes() {}',
  'web-push': 'export default globalThis.webPush;',
  'node:crypto': `export const { ${cryptoNames.join(', ')} } = globalThis.nodeCrypto;
    export const { randomBytes, randomUUID } = globalThis.random;
    export default { ...globalThis.nodeCrypto, ...globalThis.random };`,
  'node:timers/promises': 'export const { setTimeout, setImmediate } = globalThis.timers;',
};
const styles = 'export default new Proxy({}, { get: (_, name) => String(name) });';

function doublesPlugin(changed: ReadonlyMap<string, string>): Plugin {
  return {
    name: 'doubles',
    enforce: 'pre',
    resolveId(id) {
      if (id.endsWith('.css')) return '\0styles';
      return id in doubles && !id.includes('.ts') ? `\0${id}` : null;
    },
    load(id) {
      if (id === '\0styles') return styles;
      if (id.startsWith('\0')) return doubles[id.slice(1)] ?? null;
      const path = id.startsWith(projectDir) ? id.slice(projectDir.length) : id;
      const double = doubles[path];
      return double?.startsWith('module') ? { code: providerDouble } : (double ?? changed.get(path) ?? null);
    },
  };
}

const providerNames = [
  'followTokens',
  'isProviderLoaded',
  'signOutUser',
  'onUser',
  'readToken',
  'reloadUser',
];
const accountNames = [
  'applyCode',
  'checkCode',
  'createAccount',
  'currentUser',
  'resetPassword',
  'sendVerification',
];
const providerDouble = [
  ...providerNames,
  ...accountNames,
  'signInWithPassword',
  'changePassword',
  'emailOfReset',
  'sendReset',
]
  .map((name) => `export const ${name} = (...args) => globalThis.provider.${name}(...args);`)
  .join('\n');

async function bundle(
  input: string,
  isServer: boolean,
  changed: ReadonlyMap<string, string>,
): Promise<Program> {
  const output = (await build({
    configFile: false,
    root: projectDir,
    logLevel: 'silent',
    define: {
      'import.meta.env.PHONE_REGIONS': '""',
      'import.meta.env.PROD': 'true',
      'import.meta.env.DEV': 'false',
      'import.meta.resolve': 'resolveModule',
    },
    plugins: [doublesPlugin(changed)],
    ssr: { noExternal: [/^@tus\//] },
    build: {
      write: false,
      minify: false,
      target: 'esnext',
      ssr: isServer,
      modulePreload: false,
      rolldownOptions: {
        input: join(projectDir, input),
        // The server's packages are those of this process: they use neither clocks nor chance in what they answer, but for uploads.
        external: isServer ? (id: string) => !/^([./\0]|@tus\/)/.test(id) && !(id in doubles) : [],
        output: { format: 'cjs', codeSplitting: false },
        preserveEntrySignatures: 'strict',
      },
    },
  })) as Rolldown.RolldownOutput;
  const { code } = output.output[0];
  const run = compileFunction(code, ['module', 'exports', ...shadowed], {
    filename: join(projectDir, input),
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  return (globals) => {
    const module = { exports: {} };
    const all: Record<string, unknown> = {
      require,
      resolveModule,
      __filename: join(projectDir, input),
      ...globals,
    };
    run(module, module.exports, ...shadowed.map((name) => all[name]));
    return module.exports;
  };
}

/** What the next build of the product has more: a version of the database on the device. */
const nextChanges: readonly Change[] = [
  {
    in: 'src/outbox/records/schema.ts',
    symbol: 'upgrades',
    find: '[$first]',
    instead: "[$first, (db) => void db.createObjectStore('next')]",
  },
];

/** Bundles the product and its next build, with mistakes planted where there are any. Nothing of the server differs in the next one. */
export async function bundleBuilds(changes: readonly Change[] = []): Promise<Builds> {
  const [now, next, server] = await Promise.all([
    bundleApp(plant(changes)),
    bundleApp(plant([...nextChanges, ...changes])),
    bundle('tests/world/server/entry.ts', true, plant(changes)),
  ]);
  return { now: { ...now, server }, next: { ...next, server } };
}

async function bundleApp(changed: ReadonlyMap<string, string>): Promise<Omit<Programs, 'server'>> {
  const [page, worker] = await Promise.all([
    bundle('tests/world/client/page.ts', false, changed),
    bundle('sw/sw.ts', false, changed),
  ]);
  return { page, worker };
}
