import { basename } from 'node:path';
import { exceptions } from './exceptions.ts';
import { attackNames, type FileResult, type PageResult } from './results.ts';

const most = 10;

type Line = { what: string; files: number; pages: number };

function reasonOf({ name, isAttack }: FileResult): string | undefined {
  if (isAttack) return 'an attack by its name';
  return exceptions.find(({ names }) => names.includes(basename(name, '.pdf')))?.why;
}

/** A page that differs from poppler's without a word. */
function isSilentlyWrong({ isSilent, words, isWhite, missing = [] }: PageResult): boolean {
  return isSilent === true || (words.length === 0 && (isWhite === true || missing.length > 0));
}

/** Returns the files with something that must not be: an end without words, a white page or a missing part of which nothing is said. */
export function faultsOf(results: readonly FileResult[]): FileResult[] {
  return results.filter(
    (file) => reasonOf(file) === undefined && (file.isSilent || file.pages.some(isSilentlyWrong)),
  );
}

function countOf(results: readonly FileResult[], what: string, isOne: (page: PageResult) => boolean): Line {
  const pages = results.map((file) => file.pages.filter(isOne).length).filter((count) => count > 0);
  return { what, files: pages.length, pages: pages.reduce((sum, count) => sum + count, 0) };
}

function summaryOf(results: readonly FileResult[]): Line[] {
  const count = (what: string, isOne: (page: PageResult) => boolean) => countOf(results, what, isOne);
  const files = (what: string, isOne: (file: FileResult) => boolean): Line => ({
    what,
    files: results.filter(isOne).length,
    pages: 0,
  });
  const preview = (what: string, isOne: (one: NonNullable<FileResult['preview']>) => boolean) =>
    files(what, ({ preview }) => preview !== undefined && isOne(preview));
  return [
    count('all', () => true),
    files('not opened, in words', ({ error, isSilent }) => error !== undefined && !isSilent),
    files('not opened, silent', ({ isSilent }) => isSilent === true),
    count('page not shown, in words', ({ error, isSilent }) => error !== undefined && !isSilent),
    count('page not shown, silent', ({ isSilent }) => isSilent === true),
    count('white, with words', ({ isWhite, words }) => isWhite === true && words.length > 0),
    count('white, silent', ({ isWhite, words }) => isWhite === true && words.length === 0),
    count('part missing, with words', ({ missing = [], words }) => missing.length > 0 && words.length > 0),
    count('part missing, silent', ({ missing = [], words }) => missing.length > 0 && words.length === 0),
    count('more than poppler', ({ extra = [] }) => extra.length > 0),
    files('nothing drawn by poppler', ({ poppler }) => poppler !== undefined),
    preview('no preview', ({ none }) => none !== undefined),
    preview('preview white', ({ isWhite }) => isWhite === true),
    preview('preview lacks a part', ({ isWhite, missing = [] }) => !isWhite && missing.length > 0),
    preview('preview has more', ({ extra = [] }) => extra.length > 0),
  ];
}

function table(rows: readonly (readonly (string | number)[])[]): string {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => String(row[at] ?? '').length)));
  return rows
    .map((row) =>
      row
        .map((cell, at) =>
          typeof cell === 'number' ? String(cell).padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    )
    .map((line) => `  ${line}`)
    .join('\n');
}

function counted(values: readonly string[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a);
}

function topOf(results: readonly FileResult[], of: (file: FileResult) => number, unit: string) {
  return results
    .toSorted((a, b) => of(b) - of(a))
    .slice(0, most)
    .map((file): [number, string, string] => [of(file), unit, file.name]);
}

function pagesOf(file: FileResult): string {
  const wrong = file.pages.filter(isSilentlyWrong);
  return wrong
    .map(({ page, error, isWhite, missing = [] }) => {
      const cells = missing
        .slice(0, 4)
        .map((cell) => cell.join('/'))
        .join(' ');
      return `page ${page}: ${error ?? (isWhite ? 'white' : `${missing.length} cells, as ${cells}`)}`;
    })
    .join('; ');
}

/** Returns the results as a text to read. */
export function reportOf(results: readonly FileResult[]): string {
  const wrong = results.filter((file) => file.isSilent || file.pages.some(isSilentlyWrong));
  const words = results.flatMap(({ error, isSilent, pages }) => [
    ...(error && !isSilent ? [error] : []),
    ...pages.flatMap((page) => [...(page.error && !page.isSilent ? [page.error] : []), ...page.words]),
  ]);
  const previews = results.flatMap((file) => (file.preview ? [{ name: file.name, ...file.preview }] : []));
  const sections: [title: string, text: string][] = [
    ['Names of attacks', `  ${attackNames.map(String).join('  ')}`],
    [
      'Counts',
      table([
        ['', 'files', 'pages'],
        ...summaryOf(results).map(({ what, files, pages }) => [what, files, pages]),
      ]),
    ],
    ['Said by the viewer', table(counted(words).map(([sentence, count]) => [count, sentence]))],
    [
      'Wrong without a word',
      table(wrong.map((file) => [file.name, file.error ?? pagesOf(file), reasonOf(file) ?? 'FAULT'])),
    ],
    [
      'Previews that differ from the viewer',
      table(
        previews
          .filter(
            ({ none, isWhite, missing = [], extra = [] }) =>
              none || isWhite || missing.length + extra.length > 0,
          )
          .map(({ name, none, isWhite, missing = [], extra = [] }) => [
            name,
            none ?? (isWhite ? 'white' : `${missing.length} cells missing, ${extra.length} more`),
          ]),
      ),
    ],
    [
      'Slowest in the viewer',
      table(topOf(results, ({ ms, pages }) => Math.round(ms / Math.max(1, pages.length)), 'ms a page')),
    ],
    ['Most memory of the browser', table(topOf(results, ({ megabytes }) => megabytes, 'MB'))],
    ['Slowest previews', table(topOf(results, ({ preview }) => preview?.processorMs ?? 0, 'ms of CPU time'))],
    ['Most memory of previews', table(topOf(results, ({ preview }) => preview?.megabytes ?? 0, 'MB'))],
  ];
  return sections.map(([title, text]) => `${title}\n${text}\n`).join('\n');
}
