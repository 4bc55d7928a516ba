import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

type Part = { file: string; css?: string[]; imports?: string[] };
type Parts = Record<string, Part>;

/** Which part of the built app an address opens with. Pages that are not here load theirs once the app has started. */
const pages: readonly [path: RegExp, source: string][] = [
  [/^\/(jobs\/listing(\/[^/]*)?\/?)?$/, 'src/features/jobs/JobsPage.tsx'],
  [/^\/jobs\/update\//, 'src/features/jobs/JobPage.tsx'],
  [/^\/messages$/, 'src/app/MessagesScreen.tsx'],
  [/^\/auth\/signin$/, 'src/features/auth/SignInPage.tsx'],
];

function withImports(parts: Parts, source: string, seen = new Set<string>()): Set<string> {
  if (!seen.has(source)) {
    seen.add(source);
    for (const one of parts[source]?.imports ?? []) withImports(parts, one, seen);
  }
  return seen;
}

/** The `Link` header that has a browser load these parts beside the app's own, which `index.html` names. */
function linkTo(parts: Parts, source: string): string {
  const known = withImports(parts, 'index.html');
  return [...withImports(parts, source)]
    .filter((one) => !known.has(one))
    .flatMap((one) => {
      const { file, css = [] } = parts[one] ?? { file: '' };
      return [
        `</${file}>; rel=modulepreload; crossorigin`,
        ...css.map((sheet) => `</${sheet}>; rel=preload; as=style; crossorigin`),
      ];
    })
    .join(', ');
}

/**
 * What a browser shall load for the address it opens, told with the page itself: else the page's own part would be asked for only
 * once the app runs.
 *
 * @returns the `Link` header of a path; undefined for none
 */
export function pagePreloads(appDir: string): (path: string) => string | undefined {
  const file = join(appDir, '.vite', 'manifest.json');
  if (!existsSync(file)) return () => undefined;
  const parts = JSON.parse(readFileSync(file, 'utf8')) as Parts;
  const links = pages.map(([path, source]) => [path, linkTo(parts, source)] as const);
  return (path) => links.find(([known]) => known.test(path))?.[1] || undefined;
}
