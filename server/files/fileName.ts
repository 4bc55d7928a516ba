import type { FileKind } from '../../src/contract/files/fileKind.ts';
import { fileStampLength, hasFileStamp, truthfulName } from '../../src/contract/files/fileNames.ts';
import { fileStampShiftHours, maxFileNameLength } from '../../src/contract/limits.ts';

/** Everything but letters, marks and digits of any script, and the few symbols that every file system accepts. */
const unsafe = /[^\p{L}\p{M}\p{N} ._()+@-]+/gu;

/** Returns the time stamp of a file name, UTC plus nine hours (§9): `20261121T103000`. */
function fileStamp(atMs: number): string {
  const shifted = new Date(atMs + fileStampShiftHours * 3_600_000);
  return shifted.toISOString().slice(0, 19).replaceAll(/[-:]/g, '');
}

/** Whether a file name is acceptable: at most `maxFileNameLength` characters, without folders and control characters. */
export function isUsableFileName(name: string): boolean {
  return name.length <= maxFileNameLength && !/[/\\\p{Cc}]/u.test(name) && !/^\.+$/.test(name.trim());
}

/**
 * Returns the name under which a file is stored and downloaded: replaces characters that could break a file system or a header,
 * gives it the extension of its type, and inserts a time stamp before the extension (§5) unless the sender did. At
 * most `maxFileNameLength` characters: `plan.20261121T103000.pdf`.
 */
export function storedFileName(name: string, kind: FileKind, atMs: number): string {
  const clean = name
    // Browsers encode a quotation mark in the name of a form's file like this.
    .replaceAll('%22', '"')
    .normalize('NFC')
    .replaceAll(unsafe, '_')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/^\.+/, '');
  const plain = clean || 'file';
  const whole = truthfulName(plain, kind);
  if (hasFileStamp(whole) && whole.length <= maxFileNameLength) return whole;
  const dot = whole.lastIndexOf('.');
  const room = maxFileNameLength - fileStampLength - (whole.length - dot);
  // Truncates by code points, so that no character is split.
  let stem = '';
  for (const character of whole.slice(0, dot)) {
    if (stem.length + character.length > room) break;
    stem += character;
  }
  return `${stem}.${fileStamp(atMs)}${whole.slice(dot)}`;
}
