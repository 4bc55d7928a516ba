import { globSync, readFileSync } from 'node:fs';
import filePlugin from '@size-limit/file';
import sizeLimit from 'size-limit';

/**
 * A part of `npm run check`: fails when the built app has grown over its budgets. What a page loads is read from Vite's manifest: its
 * part of the script, all that this imports, and the styles of all of them, compressed as the server sends them.
 */
type Part = { file: string; name?: string; css?: string[]; imports?: string[]; dynamicImports?: string[] };
type Budget = { name: string; files: string[]; limitKb: number };

const dist = 'dist/';
const manifest = JSON.parse(readFileSync(`${dist}.vite/manifest.json`, 'utf8')) as Record<string, Part>;

/** By its source, or, of a part that several others import, by its name. */
function partOf(source: string): Part {
  const part = manifest[source] ?? Object.values(manifest).find(({ name }) => name === source);
  if (!part) throw new Error(`The build has no part for ${source}.`);
  return part;
}

/** Everything that is loaded before these parts can run. */
function loadedBy(...sources: string[]): Set<string> {
  const files = new Set<string>();
  const seen = new Set<string>();
  const add = (source: string) => {
    if (seen.has(source)) return;
    seen.add(source);
    const { file, css = [], imports = [] } = partOf(source);
    for (const one of [file, ...css]) files.add(one);
    for (const one of imports) add(one);
  };
  for (const source of sources) add(source);
  return files;
}

const start = 'start';
const listing = 'list';
const signIn = 'src/features/auth/SignInPage.tsx';
/** By the time a person goes on to another page, these are there. */
const soon = loadedBy(start, 'src/app/laterParts.ts', 'firebase');

function inDist(files: Iterable<string>): string[] {
  return [...files].map((file) => dist + file);
}

const routes = Object.keys(manifest).filter((source) => /^src.*(Page|Screen)\.tsx$/.test(source));
// Of the first two, 92 KB are React, the router, the queries and the checks. The goal is 125 and 150.
const budgets: Budget[] = [
  { name: 'first job list', files: inDist([...loadedBy(start, listing)]), limitKb: 134 },
  { name: 'sign-in', files: inDist([...loadedBy(start, signIn)]), limitKb: 147 },
  { name: 'service worker', files: [`${dist}sw.js`], limitKb: 30 },
  ...routes.map((source) => ({
    name: source.replace(/^.*\/|\.tsx$/g, ''),
    files: inDist([...loadedBy(source)].filter((file) => !soon.has(file))),
    limitKb: 40,
  })),
  {
    name: 'everything that is precached',
    files: globSync(['dist/assets/*.{js,css}', 'dist/*.{html,css}', 'dist/icon.svg', 'dist/icon-192.png']),
    limitKb: 900,
  },
];

async function compressedBytes(files: string[]): Promise<number> {
  const [measured] = (await sizeLimit(filePlugin, files)) as { size?: number }[];
  return measured?.size ?? 0;
}

let isOver = false;
for (const { name, files, limitKb } of budgets) {
  const size = files.length > 0 ? await compressedBytes(files) : 0;
  const fits = size <= limitKb * 1000;
  if (!fits) isOver = true;
  const words = `${fits ? ' ' : '!'} ${(size / 1000).toFixed(1).padStart(6)} of ${limitKb} KB  ${name}`;
  console.log(fits ? words : `${words}: over its budget\n${files.map((file) => `      ${file}`).join('\n')}`);
}
if (isOver) process.exitCode = 1;
