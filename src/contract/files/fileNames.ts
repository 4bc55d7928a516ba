import { fileStampShiftHours } from '../limits.ts';
import type { FileKind } from './fileKind.ts';

/** The time stamp that an upload gets before its extension (§5): `.20261121T103000`. */
const stamp = /\.\d{8}T\d{6}(?=\.[A-Za-z0-9]{1,9}$|$)/;

export const fileStampLength = '.20261121T103000'.length;

/** Returns the time stamp of a file name, UTC plus nine hours (§9): `20261121T103000`. */
export function fileStamp(atMs: number): string {
  const shifted = new Date(atMs + fileStampShiftHours * 3_600_000);
  return shifted.toISOString().slice(0, 19).replaceAll(/[-:]/g, '');
}

export function hasFileStamp(storedName: string): boolean {
  return stamp.test(storedName);
}

/** Returns the name that users see and download: as it was given, without the time stamp of its upload. */
export function givenFileName(storedName: string): string {
  return storedName.replace(stamp, '');
}

/** Everything but letters, marks and digits of any script, and the symbols of names that every file system accepts. */
const unsafe = /[^\p{L}\p{M}\p{N} ._()+@,#'’![\]–—-]+/gu;
/** Names of devices: Windows makes no file of such a name, whatever its ending. */
const device = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;

/** Returns a name without what could break a file system or a header; never empty. */
export function safeFileName(name: string): string {
  const clean = name
    .normalize('NFC')
    .replaceAll(/\p{Zs}+/gu, ' ')
    .replaceAll(unsafe, '_')
    .trim();
  return clean.replace(/^\.+/, '').replace(device, '$1_') || 'file';
}

/** Returns the beginning of a text, with as many characters as there is room for; one of two code units is never split. */
export function beginningOf(text: string, room: number): string {
  return text.slice(0, room).replace(/[\uD800-\uDBFF]$/, '');
}

const endings: Record<FileKind, { usual: string; known: RegExp }> = {
  'application/pdf': { usual: '.pdf', known: /\.pdf$/i },
  'application/zip': { usual: '.zip', known: /\.zip$/i },
  'image/png': { usual: '.png', known: /\.png$/i },
  'image/jpeg': { usual: '.jpg', known: /\.jpe?g$/i },
};
/** Endings that promise a type of their own: those above, that of HEIC photos, and what browsers on Windows give to JPEGs. */
const promising = /\.(?:pdf|zip|png|jpe?g|jfif|hei[cf])$/i;

/**
 * Returns a file's name with the ending of its type, in the place of one that promises another: a scan that was saved as `plan.pdf` and
 * is a JPEG is `plan.jpg`. With it a file opens as what it is, and cannot be run as something else.
 */
export function truthfulName(name: string, kind: FileKind): string {
  const { usual, known } = endings[kind];
  return known.test(name) ? name : name.replace(promising, '') + usual;
}
