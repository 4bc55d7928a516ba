import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** The file of the build with the notices of third parties: too large for the worker to store, so it is read online. */
const noticesFile = 'notices.txt';

/** What is needed of an entry of the lock file. */
type Locked = {
  version?: string;
  license?: string;
  dev?: boolean;
  devOptional?: boolean;
  optional?: boolean;
};

type Manifest = {
  name: string;
  version: string;
  license?: string;
  licenses?: { type: string }[];
  author?: string | { name?: string };
  homepage?: string;
  repository?: string | { url?: string };
};

/** Licenses under which a package may be shipped. Each term of an expression must be one of them. */
const knownLicenses = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC-BY-3.0',
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  'LGPL-3.0',
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'PSF-2.0',
  'Python-2.0',
  'Unlicense',
  'Zlib',
]);

/** Whether each part of an expression may be chosen so that its license is known. */
function isKnown(expression: string): boolean {
  const parts = expression.replace(/[()]/g, '').split(/ and /i);
  return parts.every((part) => part.split(/ or /i).some((license) => knownLicenses.has(license)));
}

/** Names of files that hold license texts and notices, anywhere in a package: PDF.js has one beside each of its parts. */
const noticeFile = /^(licen[cs]e|copying|notice|unlicense|third[-_]party[-_](licenses|notices))/i;

/** Packages that the bundler or the worker's build puts into the app, and that the lock file lists as tools. */
const bundledTools = ['vite', 'vite-plugin-pwa', 'workbox-core', 'workbox-window'];

/** Returns the license texts of a folder, without those of the packages installed in it. */
function textsOf(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : textsOf(path);
    const isSource = /\.([cm]?[jt]s|json|map)$/.test(entry.name);
    return entry.isFile() && noticeFile.test(entry.name) && !isSource
      ? [readFileSync(path, 'utf8').trim()]
      : [];
  });
}

function urlOf({ homepage, repository }: Manifest): string {
  const url = typeof repository === 'string' ? repository : repository?.url;
  return (url ?? homepage ?? '').replace(/^git\+/, '').replace(/\.git$/, '');
}

function authorOf({ name, author }: Manifest): string {
  return (typeof author === 'string' ? author : author?.name) ?? `the authors of ${name}`;
}

/** The text of the MIT license, for packages that name it and leave it out. */
function mitText(author: string): string {
  return `Copyright (c) ${author}

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;
}

/** Installed packages whose texts stand for those of others with the same license, which leave it out. */
const textsElsewhere: Readonly<Record<string, string>> = {
  'Apache-2.0': 'pdfjs-dist',
  // With the GPL, which it refers to.
  'LGPL-3.0-or-later': 'libheif-js',
};

type Notice = { name: string; version: string; license: string; url: string; texts: string[] };

/** @throws Error for a package whose license is not known, or has no text */
function noticeOf(root: string, path: string): Notice {
  const folder = join(root, path);
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
  const license = manifest.license ?? manifest.licenses?.map(({ type }) => type).join(' OR ') ?? '';
  const { name, version } = manifest;
  if (!isKnown(license))
    throw new Error(
      `The license of ${name} is not known: “${license}”. Add it to knownLicenses, or remove the package.`,
    );
  let texts = textsOf(folder);
  const elsewhere = textsElsewhere[license];
  if (texts.length === 0 && license === 'MIT') texts = [mitText(authorOf(manifest))];
  if (texts.length === 0 && elsewhere) texts = textsOf(join(root, 'node_modules', elsewhere));
  if (texts.length === 0) throw new Error(`${name} has no text of its license, ${license}.`);
  return { name, version, license, url: urlOf(manifest), texts };
}

/** Returns the folders of the packages that the app or the server ships, as the lock file lists them. */
function shippedPackages(root: string): string[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>;
  };
  return Object.entries(packages)
    .filter(([path, { dev, devOptional }]) => {
      const isTool = (dev || devOptional) && !bundledTools.includes(path.replace('node_modules/', ''));
      // Optional ones of other systems are listed and not installed.
      return path !== '' && !isTool && existsSync(join(root, path, 'package.json'));
    })
    .map(([path]) => path);
}

/** Returns the notices of all packages that are shipped, each text once, below the packages that it is of. */
export function thirdPartyNotices(root: string): string {
  const notices = shippedPackages(root).map((path) => noticeOf(root, path));
  const byText = Map.groupBy(notices, ({ texts }) => [...new Set(texts)].join('\n\n'));
  const parts = [...byText].map(([text, packages]) => {
    const heads = packages.map(({ name, version, license, url }) =>
      `${name} ${version} (${license}) ${url}`.trim(),
    );
    return `${[...new Set(heads)].sort().join('\n')}\n\n${text}`;
  });
  const rule = `\n\n${'-'.repeat(80)}\n\n`;
  return `EV Jobs contains software of third parties. These are their notices; each package’s address leads to its source.${rule}${parts.sort().join(rule)}\n`;
}

/** Adds the notices of third parties to the build. Fails for a package without a known license or its text. */
export function notices(): Plugin {
  return {
    name: 'notices',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: noticesFile, source: thirdPartyNotices(process.cwd()) });
    },
    configureServer({ middlewares, config }) {
      middlewares.use(`/${noticesFile}`, (_, response) => {
        response.setHeader('content-type', 'text/plain; charset=utf-8');
        response.end(thirdPartyNotices(config.root));
      });
    },
  };
}
