import { beginningOf, fileStamp, fileStampLength, safeFileName } from '../contract/files/fileNames.ts';
import { maxFileNameLength } from '../contract/limits.ts';

/**
 * Returns the name for an upload: safe, without folders, with a time stamp before the extension (§5), at most `maxFileNameLength`
 * characters: `plan.20261121T103000.pdf`.
 *
 * @param mark stands before the stamp
 */
export function stampedFileName(name: string, atMs: number, mark = ''): string {
  const safe = safeFileName(name.split(/[/\\]/).at(-1) ?? '');
  const dot = safe.lastIndexOf('.');
  const hasExtension = dot > 0 && safe.length - dot <= 10;
  const extension = hasExtension ? safe.slice(dot) : '';
  const stem = hasExtension ? safe.slice(0, dot) : safe;
  const room = maxFileNameLength - mark.length - fileStampLength - extension.length;
  return `${beginningOf(stem, room)}${mark}.${fileStamp(atMs)}${extension}`;
}

/**
 * Returns the names that files are uploaded under together, as `stampedFileName`; those of one name are numbered:
 * `plan (2).20261121T103000.pdf`.
 */
export function stampedFileNames(names: readonly string[], atMs: number): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    let free = stampedFileName(name, atMs);
    for (let n = 2; taken.has(free); n += 1) free = stampedFileName(name, atMs, ` (${n})`);
    taken.add(free);
    return free;
  });
}
