import { fileStampLength } from '../contract/files/fileNames.ts';
import { fileStampShiftHours, maxFileNameLength } from '../contract/limits.ts';

/** The timestamp of a file name, UTC shifted by nine hours (§9): `20261121T103000`. */
export function fileStamp(atMs: number): string {
  const shifted = new Date(atMs + fileStampShiftHours * 3_600_000);
  return shifted.toISOString().slice(0, 19).replaceAll(/[-:]/g, '');
}

/** All but letters, marks and digits of any script, and the few symbols that every file system allows. */
const unsafe = /[^\p{L}\p{M}\p{N} ._()+@-]+/gu;

/** Returns a file name without folders and without characters that file systems or headers reject; never empty. */
export function safeFileName(name: string): string {
  const last = name.normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const clean = last.replaceAll(unsafe, '_').replaceAll(/\s+/g, ' ').trim().replace(/^\.+/, '');
  return clean || 'file';
}

/**
 * Returns the name for an upload: safe, with a timestamp before the extension (§5), at most `maxFileNameLength` characters:
 * `plan.20261121T103000.pdf`.
 */
export function stampedFileName(name: string, atMs: number): string {
  const safe = safeFileName(name);
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
