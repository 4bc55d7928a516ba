import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { type AppFile, filesPath, versionOf } from '../../src/contract/appFiles.ts';

const policyName = 'ev-jobs';

function sha256(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('base64');
}

/** Returns the script that is registered as the worker: it names the version and loads the worker, as Trusted Types take it. */
function registered(version: string, worker: string): string {
  const address = JSON.stringify(`/${worker}`);
  return `self.appVersion="${version}";importScripts(self.trustedTypes?trustedTypes.createPolicy("${policyName}",{createScriptURL:()=>${address}}).createScriptURL(""):${address});\n`;
}

/**
 * Lists the files that devices store, and splits the worker: what changes with each version is a line, and its code, a file whose name
 * has its hash, stays in the browser's cache while it is the same. So the worker names no file, and an update that leaves it as it is
 * does not load its 33 KB again.
 */
export function appVersion(): Plugin {
  let folder: string;
  return {
    name: 'app-version',
    apply: 'build',
    configResolved({ build }) {
      folder = build.outDir;
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      handler(error) {
        if (error) return;
        const scripts = readdirSync(join(folder, 'assets')).filter((name) => /\.(css|js)$/.test(name));
        // Browsers fetch the other icons when they install the app.
        const paths = [...scripts.map((name) => `assets/${name}`), 'icon-192.png', 'icon.svg'].sort();
        const files = paths.map((path) => readFileSync(join(folder, path)));
        const list = JSON.stringify(paths.map((path, index): AppFile => [path, files[index]?.length ?? 0]));
        const version = versionOf(sha256(Buffer.concat([Buffer.from(`${list}\n`), ...files])));
        writeFileSync(join(folder, filesPath(version)), list);
        const code = readFileSync(join(folder, 'sw.js'));
        const worker = `assets/worker-${versionOf(sha256(code)).slice(0, 7)}.js`;
        writeFileSync(join(folder, worker), code);
        writeFileSync(join(folder, 'sw.js'), registered(version, worker));
        // Servers tell by the time whether a file is another. One with a hash in its name never is, of whatever build.
        for (const name of readdirSync(join(folder, 'assets')))
          utimesSync(join(folder, 'assets', name), 0, 0);
      },
    },
  };
}
