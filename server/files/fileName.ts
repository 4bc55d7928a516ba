import type { FileKind } from '../../src/contract/files/fileKind.ts';
import { fileStampLength, hasFileStamp } from '../../src/contract/files/fileNames.ts';
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

const endings: Record<FileKind, { usual: string; known: RegExp }> = {
  'application/pdf': { usual: '.pdf', known: /\.pdf$/i },
  'application/zip': { usual: '.zip', known: /\.zip$/i },
  'image/png': { usual: '.png', known: /\.png$/i },
  'image/jpeg': { usual: '.jpg', known: /\.jpe?g$/i },
};

/**
 * Returns the extension that a name of this type lacks, or `''`. With the right extension a file opens as what it is, and cannot be run
 * as something else.
 */
function missingEnding(name: string, kind: FileKind): string {
  return Object.values(endings).some(({ known }) => known.test(name)) ? '' : endings[kind].usual;
}

/**
 * Returns the name under which a file is stored and downloaded: replaces characters that could break a file system or a header,
 * adds the extension of its type where it is missing, and inserts a time stamp before the extension (§5) unless the sender did. At
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
  const whole = plain + missingEnding(plain, kind);
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
