import { dirname, join, resolve } from 'node:path';
import { runnerImport } from 'vite';
import { publicVariables } from './publicVariables.ts';
import { projectDir, scopedName } from './scopedName.ts';

/**
 * A rendered form of the access flow: the name of its document, its address, its page's module, and what is shown where a file is missing.
 */
export type EarlyForm = { name: string; path: string; module: string; form: string; failure: string };

const source = join(projectDir, 'src/app/early/earlyPages.tsx');
const classes = '\0classes:';

/** Prints the forms as JSON, rendered from the components of the app: with the names that its build gives their classes. */
const { module } = await runnerImport<{ renderEarlyPages(): EarlyForm[] }>(source, {
  configFile: false,
  root: projectDir,
  mode: process.argv[2] ?? 'production',
  logLevel: 'warn',
  envPrefix: ['VITE_', ...publicVariables],
  oxc: { jsx: { development: false } },
  plugins: [
    {
      name: 'early-modules',
      enforce: 'pre',
      resolveId: (id, importer = '') =>
        id.endsWith('.module.css') ? classes + resolve(dirname(importer), id).slice(0, -4) : null,
      load(id) {
        // The provider wants a browser, and no form is sent here.
        if (id.endsWith('/src/session/firebase.ts')) return 'export {}';
        if (!id.startsWith(classes)) return null;
        const suffix = scopedName('', `${id.slice(classes.length)}.css`);
        return `export default new Proxy({}, { get: (_, name) => name + ${JSON.stringify(suffix)} })`;
      },
    },
  ],
});
process.stdout.write(JSON.stringify(module.renderEarlyPages()), () => process.exit());
