import { fileStampShiftHours, maxFileNameLength } from '../../src/contract/limits.ts';
import { type FileKind, missingEnding } from './fileKind.ts';

/** Letters, marks and digits of any script, and the few signs every file system takes. */
const unsafe = /[^\p{L}\p{M}\p{N} ._()+@-]+/gu;
const stamped = /\.\d{8}T\d{6}(\.[A-Za-z0-9]{1,9})?$/;
const stampLength = '.20261121T103000'.length;

/** UTC shifted by nine hours (§9): `20261121T103000`. */
function fileStamp(atMs: number): string {
  const shifted = new Date(atMs + fileStampShiftHours * 3_600_000);
  return shifted.toISOString().slice(0, 19).replaceAll(/[-:]/g, '');
}

/** A name no honest sender makes: one with folders or control characters in it, or too long to be told in full. */
export function isUsableFileName(name: string): boolean {
  return name.length <= maxFileNameLength && !/[/\\\p{Cc}]/u.test(name) && !/^\.+$/.test(name.trim());
}

/**
 * The name a file is stored and downloaded under: signs a file system or a header may trip over are replaced, an ending
 * of its kind is added where there is none, and a timestamp stands before the ending (§5) unless the sender put one there.
 * At most `maxFileNameLength` characters: `plan.20261121T103000.pdf`.
 */
export function storedFileName(name: string, kind: FileKind, atMs: number): string {
  const clean = name
    // As browsers write a quotation mark in a form's file name.
    .replaceAll('%22', '"')
    .normalize('NFC')
    .replaceAll(unsafe, '_')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/^\.+/, '');
  const plain = clean || 'file';
  const whole = plain + missingEnding(plain, kind);
  if (stamped.test(whole) && whole.length <= maxFileNameLength) return whole;
  const dot = whole.lastIndexOf('.');
  const room = maxFileNameLength - stampLength - (whole.length - dot);
  // Cut by code points, so that no character is left in half.
  let stem = '';
  for (const character of whole.slice(0, dot)) {
    if (stem.length + character.length > room) break;
    stem += character;
  }
  return `${stem}.${fileStamp(atMs)}${whole.slice(dot)}`;
}
