import type { FileKind } from '../../src/contract/files/fileKind.ts';
import {
  beginningOf,
  fileStamp,
  fileStampLength,
  hasFileStamp,
  safeFileName,
  truthfulName,
} from '../../src/contract/files/fileNames.ts';
import { maxFileNameLength } from '../../src/contract/limits.ts';

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
  // Browsers encode a quotation mark in the name of a form's file like this.
  const whole = truthfulName(safeFileName(name.replaceAll('%22', '"')), kind);
  if (hasFileStamp(whole) && whole.length <= maxFileNameLength) return whole;
  const dot = whole.lastIndexOf('.');
  const room = maxFileNameLength - fileStampLength - (whole.length - dot);
  return `${beginningOf(whole.slice(0, dot), room)}.${fileStamp(atMs)}${whole.slice(dot)}`;
}
