import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openCompared } from '../../server/previews/openCompared.ts';
import { compareSets } from '../../src/features/plans/compare/compareSets.ts';
import { planSetPdf } from '../support/files/planSetPdf.ts';
import { median, round } from './figures.ts';

/**
 * Compares two sets of 30 sheets of about D size, of which every fifth has other lines, next to poppler’s `pdftoppm -r 150` of both and
 * ImageMagick’s `compare` of each pair: both in turns in one run. Ends with an error where the aim is missed.
 */
const [sheets, aim, rounds] = [Number(process.env.SHEETS ?? 30), 0.5, Number(process.env.RUNS ?? 3)];
const encode = (text: string) => new TextEncoder().encode(text);
const before = planSetPdf(sheets);
const changed = new TextDecoder().decode(before).replace(/\(Sheet (\d*5) of/g, '(sheet $1 of');
const after = encode(changed);

async function ours(): Promise<{ seconds: number; first: number; memory: number }> {
  const began = performance.now();
  const [one, other] = [await openCompared(before), await openCompared(after)];
  const opened = performance.now();
  let first = 0;
  let memory = 0;
  const comparing = compareSets(one, other, { signal: new AbortController().signal });
  for (let next = await comparing.next(); !next.done; next = await comparing.next()) {
    first ||= (performance.now() - opened) / 1000;
    memory = Math.max(memory, process.memoryUsage.rss() / 2 ** 20);
  }
  const seconds = (performance.now() - began) / 1000;
  await one.close();
  await other.close();
  return { seconds, first, memory };
}

function theirs(): number {
  const folder = mkdtempSync(join(tmpdir(), 'ev-compared-'));
  const run = (command: string, ...args: string[]) =>
    spawnSync(command, args, { cwd: folder, stdio: 'ignore' });
  try {
    writeFileSync(join(folder, 'a.pdf'), before);
    writeFileSync(join(folder, 'b.pdf'), after);
    const began = performance.now();
    for (const name of ['a', 'b']) run('pdftoppm', '-r', '150', `${name}.pdf`, name);
    const pages = readdirSync(folder).filter((name) => /^a.*ppm$/.test(name));
    for (const page of pages) run('compare', '-metric', 'AE', page, page.replace('a', 'b'), 'null:');
    return (performance.now() - began) / 1000;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

type Figures = Awaited<ReturnType<typeof ours>> & { theirs: number };
const figures: Figures[] = [];
while (figures.length < rounds) figures.push({ ...(await ours()), theirs: theirs() });
const of = (name: 'seconds' | 'first' | 'memory' | 'theirs') =>
  round(median(figures.map((one) => one[name])), 2);
const ratio = round(median(figures.map(({ seconds, theirs: other }) => seconds / other)), 2);
console.log(
  `${sheets} sheets: ${of('seconds')} s, first answer ${of('first')} s after opening, ${of('memory')} MB`,
);
console.log(`pdftoppm and compare: ${of('theirs')} s; ratio ${ratio}, aim ${aim}`);
process.exit(ratio <= aim ? 0 : 1);
