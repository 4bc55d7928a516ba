import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const src = fileURLToPath(new URL('../../src/', import.meta.url));

/** The text of a file of `src`, named from there. */
export function sourceOf(file: string): string {
  return readFileSync(join(src, file), 'utf8');
}

export function isSource(file: string): boolean {
  return existsSync(join(src, file)) && statSync(join(src, file)).isFile();
}

const imports = /(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+\.tsx?)'/g;

/** Every file of `src` that is drawn or run when `file` is: itself, and what it imports, now or when needed. */
export function reachedFrom(file: string): ReadonlySet<string> {
  const reached = new Set<string>();
  const waiting = [file];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (reached.has(at)) continue;
    reached.add(at);
    for (const [, path = ''] of sourceOf(at).matchAll(imports)) {
      waiting.push(relative(src, join(src, dirname(at), path)));
    }
  }
  return reached;
}
