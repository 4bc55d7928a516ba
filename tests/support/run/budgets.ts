import { globSync, readFileSync } from 'node:fs';
import filePlugin from '@size-limit/file';
import sizeLimit from 'size-limit';

/**
 * Fails `npm run check` when the built app is over its size budgets. The files of a page are read from Vite's manifest: its chunk,
 * all its imports, and the styles of all of them, compressed as the server sends them.
 */
type Chunk = { file: string; name?: string; css?: string[]; imports?: string[]; dynamicImports?: string[] };
type Budget = { name: string; files: string[]; limitKb: number };

const dist = 'dist/';
const manifest = JSON.parse(readFileSync(`${dist}.vite/manifest.json`, 'utf8')) as Record<string, Chunk>;

/** Finds a chunk by its source or its name. */
function findChunk(source: string): Chunk | undefined {
  return manifest[source] ?? Object.values(manifest).find(({ name }) => name === source);
}

function chunkOf(source: string): Chunk {
  const part = findChunk(source);
  if (!part) throw new Error(`The build has no chunk for ${source}.`);
  return part;
}

/** Returns every file that is loaded before these chunks run. */
function loadedBy(...sources: string[]): Set<string> {
  const files = new Set<string>();
  const seen = new Set<string>();
  const add = (source: string) => {
    if (seen.has(source)) return;
    seen.add(source);
    const { file, css = [], imports = [] } = chunkOf(source);
    for (const one of [file, ...css]) files.add(one);
    for (const one of imports) add(one);
  };
  for (const source of sources) add(source);
  return files;
}

const start = 'index.html';
const list = 'list';
const signIn = 'src/features/auth/SignInPage.tsx';
const job = 'job';
const first = loadedBy(start, list);
/** Loaded by the time a user opens another page. */
const soon = loadedBy(start, list, signIn, 'src/app/start/afterFirstScreen.ts');

/**
 * Chromium compiles a script anew at each start unless its first request is for a script, not for a module (`server/build/pageHead.ts`).
 */
function mustPreloadAsScripts(): void {
  const [beforeModules = ''] = readFileSync(`${dist}index.html`, 'utf8').split('<script type="module"');
  const missing = [...loadedBy(start, list)].filter(
    (file) =>
      file.endsWith('.js') &&
      !beforeModules.includes(`<link rel="preload" as="script" crossorigin href="/${file}">`),
  );
  if (missing.length > 0) throw new Error(`The page does not preload ${missing.join(', ')} as scripts.`);
}

mustPreloadAsScripts();

/** What a job's page loads once it is asked for. */
const asked = [
  'src/features/jobs/form/JobEdit.tsx',
  'src/features/jobs/page/ReasonDialog.tsx',
  'src/features/jobs/deliverables/DeliverableDialog.tsx',
  'src/features/jobs/due/DueDialog.tsx',
  'jobForm',
];

/** What a job's page loads without being asked. */
const unasked = ['src/features/jobs/photos/JobPhotos.tsx', 'src/features/chat/messages/AskedShots.tsx'];

/** A static import of one of them puts it into the chunk of the page. */
function mustReadWithoutForms(): void {
  const read = loadedBy(start, job, ...unasked);
  const early = asked.filter((source) => {
    const own = findChunk(source);
    return !own || read.has(own.file);
  });
  if (early.length > 0) throw new Error(`A job’s page loads ${early.join(', ')} to be read.`);
}

mustReadWithoutForms();

const listing = 'src/app/start/README.md';

/** The build writes which modules run before the first row (`server/build/firstList.ts`); the document has a line for each. */
function mustListFirstModules(): void {
  const run = new Set(JSON.parse(readFileSync(`${dist}.vite/first-list.json`, 'utf8')) as string[]);
  const listed = new Set(
    [...readFileSync(listing, 'utf8').matchAll(/^\| `([^`]+)` \|/gm)].map(([, name = '']) => name),
  );
  const missing = [...run].filter((name) => !listed.has(name));
  const extra = [...listed].filter((name) => !run.has(name));
  if (missing.length > 0)
    throw new Error(
      `Before the first row of the job list runs ${missing.join(', ')}, which ${listing} does not list. Load it later, or say there why it cannot come later.`,
    );
  if (extra.length > 0)
    throw new Error(
      `${listing} lists ${extra.join(', ')}, which does not run before the first row. Remove it there.`,
    );
}

mustListFirstModules();

function inDist(files: Iterable<string>): string[] {
  return [...files].map((file) => dist + file);
}

/** Loaded by the page of a plan, and never without it. */
const comparison = 'src/features/plans/comparison/ComparePage.tsx';
const plan = 'src/app/pages/PlanScreen.tsx';
const routes = Object.keys(manifest).filter(
  (source) => /^src.*(Page|Screen)\.tsx$/.test(source) && source !== comparison,
);
const budgets: Budget[] = [
  { name: 'first job list', files: inDist(first), limitKb: 153.9 },
  { name: 'sign-in, until its form can be typed in', files: [`${dist}early/signin.html`], limitKb: 7.4 },
  { name: 'sign-up, until its form can be typed in', files: [`${dist}early/signup.html`], limitKb: 11.3 },
  { name: 'sign-in', files: inDist(loadedBy(start, signIn)), limitKb: 166.3 },
  { name: 'service worker', files: [`${dist}sw.js`, ...globSync('dist/assets/worker-*.js')], limitKb: 35.9 },
  {
    name: 'job, below its head',
    files: inDist([...loadedBy(job)].filter((file) => !first.has(file))),
    limitKb: 56.2,
  },
  {
    name: 'comparison, beside the plan',
    files: inDist([...loadedBy(comparison)].filter((file) => !soon.has(file) && !loadedBy(plan).has(file))),
    limitKb: 15,
  },
  ...routes.map((source) => ({
    name: source.replace(/^.*\/|\.tsx$/g, ''),
    files: inDist([...loadedBy(source)].filter((file) => !soon.has(file))),
    limitKb: 45,
  })),
  {
    name: 'everything that is precached',
    files: globSync([
      'dist/assets/*.{js,css}',
      'dist/index.html',
      'dist/icon.svg',
      'dist/icon-192.png',
    ]).filter((file) => !file.includes('/worker-')),
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
