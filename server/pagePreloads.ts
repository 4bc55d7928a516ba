import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

type Part = { file: string; name?: string; css?: string[]; imports?: string[] };
type Parts = Record<string, Part>;

/**
 * Which part of the built app an address opens with, by its source, or, where several sources are in it, by its name. Pages that
 * are not here load theirs once the app has started.
 */
const pages: readonly [path: RegExp, part: string][] = [
  [/^\/(jobs\/listing(\/[^/]*)?\/?)?$/, 'list'],
  [/^\/jobs\/update\//, 'src/features/jobs/JobPage.tsx'],
  [/^\/messages$/, 'src/app/MessagesScreen.tsx'],
  [/^\/auth\/signin$/, 'src/features/auth/SignInPage.tsx'],
];

const start = 'start';

function keyOf(parts: Parts, part: string): string {
  return Object.keys(parts).find((key) => key === part || parts[key]?.name === part) ?? part;
}

function withImports(parts: Parts, source: string, seen = new Set<string>()): Set<string> {
  if (!seen.has(source)) {
    seen.add(source);
    for (const one of parts[source]?.imports ?? []) withImports(parts, one, seen);
  }
  return seen;
}

function linkOf(file: string): string {
  return file.endsWith('.css')
    ? `</${file}>; rel=preload; as=style; crossorigin`
    : `</${file}>; rel=modulepreload; crossorigin`;
}

/**
 * The `Link` header that has a browser load what these parts need. What runs first comes first, because it asks for the list;
 * then the largest: a browser has few lines to one host, and a small file is soon there.
 */
function linkTo(parts: Parts, part: string, sizeOf: (file: string) => number): string {
  const keys = withImports(parts, keyOf(parts, part), withImports(parts, keyOf(parts, start)));
  const needed = [...keys].flatMap((key) => parts[key] ?? []);
  const first = needed.filter(({ name }) => name === 'first').map(({ file }) => file);
  const files = new Set(needed.flatMap(({ file, css = [] }) => [file, ...css]));
  const others = [...files].filter((file) => !first.includes(file)).sort((a, b) => sizeOf(b) - sizeOf(a));
  return [...first, ...others].map(linkOf).join(', ');
}

/**
 * What a browser shall load for the address it opens, told with the head of the page: else the page's own part would be asked for
 * only once the app runs.
 *
 * @returns the `Link` header of a path; undefined for none
 */
export function pagePreloads(appDir: string): (path: string) => string | undefined {
  const file = join(appDir, '.vite', 'manifest.json');
  if (!existsSync(file)) return () => undefined;
  const parts = JSON.parse(readFileSync(file, 'utf8')) as Parts;
  const sizeOf = (file: string) => statSync(join(appDir, file), { throwIfNoEntry: false })?.size ?? 0;
  const links = pages.map(([path, part]) => [path, linkTo(parts, part, sizeOf)] as const);
  return (path) => links.find(([known]) => known.test(path))?.[1] || undefined;
}
