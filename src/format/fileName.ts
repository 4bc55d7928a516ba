import { fileStamp, fileStampLength, safeFileName } from '../contract/files/fileNames.ts';
import { maxFileNameLength } from '../contract/limits.ts';

/**
 * Returns the name for an upload: safe, without folders, with a time stamp before the extension (§5), at most `maxFileNameLength` characters:
 * `plan.20261121T103000.pdf`.
 */
export function stampedFileName(name: string, atMs: number): string {
  const safe = safeFileName(name.split(/[/\\]/).at(-1) ?? '');
  const dot = safe.lastIndexOf('.');
  const hasExtension = dot > 0 && safe.length - dot <= 10;
  const extension = hasExtension ? safe.slice(dot) : '';
  const stem = hasExtension ? safe.slice(0, dot) : safe;
  const room = maxFileNameLength - fileStampLength - extension.length;
  return `${[...stem].slice(0, room).join('')}.${fileStamp(atMs)}${extension}`;
}

/** Returns the names that files are uploaded under together, as `stampedFileName`; those of one name are numbered. */
export function stampedFileNames(names: readonly string[], atMs: number): string[] {
  const taken = new Set<string>();
  return names.map((given) => {
    const name = stampedFileName(given, atMs);
    let free = name;
    for (let n = 2; taken.has(free); n += 1) free = numbered(name, n);
    taken.add(free);
    return free;
  });
}

/** `plan.20261121T103000.pdf` → `plan (2).20261121T103000.pdf` */
function numbered(name: string, n: number): string {
  return name.replace(/\.\d{8}T\d{6}(\.[^.]*)?$/, (end) => ` (${n})${end}`);
}
