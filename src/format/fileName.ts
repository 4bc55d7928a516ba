import { fileStampShiftHours, maxFileNameLength } from '../contract/limits.ts';

/** UTC shifted by nine hours (§9), as it stands in a file's name: `20261121T103000`. */
export function fileStamp(atMs: number): string {
  const shifted = new Date(atMs + fileStampShiftHours * 3_600_000);
  return shifted.toISOString().slice(0, 19).replaceAll(/[-:]/g, '');
}

/** Letters, marks and digits of any script, and the few signs every file system takes. */
const unsafe = /[^\p{L}\p{M}\p{N} ._()+@-]+/gu;
const stampLength = '.20261121T103000'.length;

/** A file's name without folders and without what a file system or a header may trip over; never empty. */
export function safeFileName(name: string): string {
  const last = name.normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const clean = last.replaceAll(unsafe, '_').replaceAll(/\s+/g, ' ').trim().replace(/^\.+/, '');
  return clean || 'file';
}

/**
 * The name a file is uploaded under: safe, with a timestamp before the extension (§5), at most `maxFileNameLength`
 * characters: `plan.20261121T103000.pdf`.
 */
export function stampedFileName(name: string, atMs: number): string {
  const safe = safeFileName(name);
  const dot = safe.lastIndexOf('.');
  const hasExtension = dot > 0 && safe.length - dot <= 10;
  const extension = hasExtension ? safe.slice(dot) : '';
  const stem = hasExtension ? safe.slice(0, dot) : safe;
  const room = maxFileNameLength - stampLength - extension.length;
  return `${[...stem].slice(0, room).join('')}.${fileStamp(atMs)}${extension}`;
}
