import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { ensureAppBuilt } from '../../server/start/appBuild.ts';
import { comparePages } from './ink.ts';
import { type Drawn, drawWithPoppler } from './poppler.ts';
import { type PreviewResult, previewOf } from './previews.ts';
import { faultsOf, reportOf } from './report.ts';
import { type FileResult, isAttack, type PageResult } from './results.ts';
import { Viewer } from './viewer.ts';

/**
 * `npm test -- corpus FOLDER`: shows every PDF of a folder in the plan viewer of the built app, makes its preview as the server does, and
 * holds both against poppler's `pdftoppm`. See tests/README.md.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** Of each file the first so many. */
    pages: { type: 'string', default: '1000' },
    /** Files whose names match only. */
    only: { type: 'string', default: '' },
    out: { type: 'string' },
    /** Of each file. */
    seconds: { type: 'string', default: '120' },
    fresh: { type: 'boolean', default: false },
  },
});
const [folder] = positionals;
if (!folder) throw new Error('Name a folder with PDF files: npm test -- corpus FOLDER');
if (spawnSync('pdftoppm', ['-v']).error) throw new Error('It needs pdftoppm, as of Debian’s poppler-utils.');
const mostPages = Number(values.pages);
const limitMs = Number(values.seconds) * 1000;
const out = resolve(values.out ?? join(tmpdir(), `ev-jobs-corpus-${basename(resolve(folder))}`));
const pictures = join(out, 'pictures');
const log = join(out, 'results.jsonl');

/** Saves the pictures of a page that differs beside each other. */
async function savePictures(name: string, page: number, drawings: Record<string, Uint8Array | undefined>) {
  for (const [program, bytes] of Object.entries(drawings)) {
    if (!bytes) continue;
    await sharp(bytes)
      .png()
      .toFile(join(pictures, `${basename(name, '.pdf')}-${page}-${program}.png`));
  }
}

type Shown = { result: PageResult; picture?: Uint8Array };

async function showPage(
  viewer: Viewer,
  page: number,
  drawn: Uint8Array | undefined,
  endsAt: number,
): Promise<Shown> {
  const shown = await viewer.show(page, Math.max(1000, endsAt - performance.now()));
  if ('isSilent' in shown)
    return { result: { page, error: shown.words, isSilent: shown.isSilent, words: [] } };
  const { picture } = shown;
  let { words } = shown;
  if (!drawn) return { picture, result: { page, words } };
  const { one, other } = await comparePages(picture, drawn);
  const isWrong = one.isWhite || one.missing.length > 0;
  if (isWrong && words.length === 0) words = await viewer.words({ isLate: true });
  return { picture, result: { page, words, ...one, extra: other.missing } };
}

/** Shows the pages of a file in the viewer. */
async function view(viewer: Viewer, path: string, name: string, drawing: Promise<Drawn>) {
  const began = performance.now();
  const endsAt = began + limitMs;
  await viewer.open(path, name);
  const pageCount = await viewer.pageCount(limitMs);
  const firstMs = Math.round(performance.now() - began);
  const pages: PageResult[] = [];
  let first: Uint8Array | undefined;
  if (typeof pageCount !== 'number') {
    if (pageCount.isSilent) await viewer.recover();
    return {
      error: pageCount.words,
      isSilent: pageCount.isSilent,
      pageCount: 0,
      pages,
      firstMs,
      ms: firstMs,
      first,
    };
  }
  const drawn = await drawing;
  for (let page = 1; page <= Math.min(pageCount, mostPages); page += 1) {
    const theirs = drawn.pages.get(page);
    const { result, picture } = await showPage(viewer, page, theirs, endsAt);
    pages.push(result);
    if (page === 1) first = picture;
    if (result.isWhite || (result.missing?.length ?? 0) > 0)
      await savePictures(name, page, { viewer: picture, poppler: theirs });
    if (result.isSilent) {
      await viewer.recover();
      break;
    }
  }
  return { pageCount, pages, firstMs, ms: Math.round(performance.now() - began), first };
}

async function previewOutcome(name: string, made: PreviewResult, first: Uint8Array | undefined) {
  const { picture, ...outcome } = made;
  if (!picture || !first) return outcome;
  const { one, other } = await comparePages(picture, first);
  if (one.isWhite || one.missing.length + other.missing.length > 0)
    await savePictures(name, 1, { viewer: first, preview: picture });
  return { ...outcome, ...one, extra: other.missing };
}

async function resultOf(viewer: Viewer, path: string, name: string): Promise<FileResult> {
  const { size: bytes } = await stat(path);
  const drawing = drawWithPoppler(path, mostPages, limitMs);
  const making = previewOf(path);
  const { first, ...shown } = await view(viewer, path, name, drawing);
  const [drawn, made] = await Promise.all([drawing, making]);
  if (first) writeFileSync(join(out, 'first-pages', `${name}.png`), first);
  return {
    name,
    bytes,
    isAttack: isAttack(name),
    ...shown,
    megabytes: viewer.megabytes,
    preview: await previewOutcome(name, made, first),
    ...(drawn.pages.size === 0 && { poppler: drawn.words || 'It drew nothing.' }),
  };
}

/** Returns what an earlier run has found. */
function readResults(): Map<string, FileResult> {
  const lines = existsSync(log) ? readFileSync(log, 'utf8').split('\n').filter(Boolean) : [];
  const results = lines.map((line) => JSON.parse(line) as FileResult);
  return new Map(results.map((result) => [result.name, result]));
}

if (values.fresh) rmSync(out, { recursive: true, force: true });
for (const made of [pictures, join(out, 'first-pages')]) mkdirSync(made, { recursive: true });
const known = readResults();
const names = readdirSync(folder)
  .filter((name) => /\.pdf$/i.test(name) && new RegExp(values.only).test(name))
  .sort();
const left = names.filter((name) => !known.has(name));
if (left.length > 0) {
  await ensureAppBuilt((line) => console.log(line));
  const viewer = await Viewer.start();
  try {
    for (const [at, name] of left.entries()) {
      const result = await resultOf(viewer, join(folder, name), name).catch(
        async (error: Error): Promise<FileResult> => {
          await viewer.recover();
          const none = { pageCount: 0, pages: [], firstMs: 0, ms: 0, megabytes: 0 };
          return { name, bytes: 0, isAttack: isAttack(name), error: error.message, isSilent: true, ...none };
        },
      );
      known.set(name, result);
      appendFileSync(log, `${JSON.stringify(result)}\n`);
      if (at % 50 === 49) console.log(`${at + 1} of ${left.length} files`);
    }
  } finally {
    await viewer.close();
  }
}

const results = names.flatMap((name) => known.get(name) ?? []);
const report = reportOf(results);
writeFileSync(join(out, 'results.json'), JSON.stringify(results, null, 2));
writeFileSync(join(out, 'report.txt'), report);
console.log(report);
console.log(`The results are in ${join(out, 'results.json')}, pictures of what differs in ${pictures}.`);
const faults = faultsOf(results);
console.log(`${results.length} files, ${faults.length} with a fault of which nothing is said`);
process.exitCode = faults.length === 0 ? 0 : 1;
