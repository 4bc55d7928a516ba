import { globSync, readFileSync } from 'node:fs';
import { parseSync } from 'vite';
import type { Node } from './plant.ts';

/**
 * Fails `npm run check` when there is more code than the project allows itself, and prints how much there is. A line counts that has
 * more than comments and blanks. The product is the TypeScript of `src`, `sw` and `server`; styles and statements of the schema do not
 * count.
 */
type Long = { name: string; lines: number };
type Counted = { lines: number; functions: Long[] };

/** More than there was on 29 November 2026, by less than three hundred: what is added is paid for by what goes. */
const limits = { product: 86_618, tests: 110_440 };
const functionLines = 100;
const fileLines = 200;
/** Long on purpose: a table, or one flow that reads in one go. */
const most = { functions: 6, files: 15 };

/** Returns for each line of a source whether it has code. */
function codeLinesOf(source: string, comments: readonly { start: number; end: number }[]): boolean[] {
  const blanked = [...comments].reduceRight(
    (text, { start, end }) =>
      text.slice(0, start) + text.slice(start, end).replace(/\S/g, ' ') + text.slice(end),
    source,
  );
  return blanked.split('\n').map((line) => line.trim() !== '');
}

function count(file: string): Counted {
  const source = readFileSync(file, 'utf8');
  const { program, comments } = parseSync(file, source);
  const isCode = codeLinesOf(source, comments);
  const lineAt = (offset: number) => source.slice(0, offset).split('\n').length - 1;
  const functions: Long[] = [];
  const visit = (node: unknown, name: string): void => {
    if (typeof node !== 'object' || node === null) return;
    const { type, start, end, id, key } = node as Node & { id?: Partial<Node> | null; key?: Partial<Node> };
    const own = String(id?.name ?? key?.name ?? name);
    if (/Function/.test(type ?? '') && typeof start === 'number') {
      const lines = isCode.slice(lineAt(start), lineAt(end) + 1).filter(Boolean).length;
      if (lines > functionLines) functions.push({ name: `${file} ${own}`, lines });
    }
    for (const child of Object.values(node)) visit(child, own);
  };
  visit(program, '');
  return { lines: isCode.filter(Boolean).length, functions };
}

function countAll(...folders: string[]) {
  const files = folders
    .flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx}`))
    .map((name) => ({ name, ...count(name) }));
  return {
    lines: files.reduce((sum, { lines }) => sum + lines, 0),
    files: files.filter(({ lines }) => lines > fileLines),
    functions: files.flatMap(({ functions }) => functions),
  };
}

const product = countAll('src', 'sw', 'server');
const tests = countAll('tests');
const checks = [
  { name: 'code lines of the product', now: product.lines, most: limits.product, long: [] },
  { name: 'code lines of tests', now: tests.lines, most: limits.tests, long: [] },
  {
    name: `functions over ${functionLines} lines`,
    now: product.functions.length,
    most: most.functions,
    long: product.functions,
  },
  { name: `files over ${fileLines} lines`, now: product.files.length, most: most.files, long: product.files },
];
let isOver = false;
for (const { name, now, most, long } of checks) {
  if (now > most) isOver = true;
  console.log(
    `${now > most ? '!' : ' '} ${String(now).padStart(6)} of ${most} ${name}${now > most ? ': over' : ''}`,
  );
  for (const one of long.toSorted((a, b) => b.lines - a.lines)) console.log(`      ${one.lines} ${one.name}`);
}
if (isOver) {
  console.error(
    'There is more code than the project allows itself: let something go, or split what is long by its subject.',
  );
  process.exit(1);
}
