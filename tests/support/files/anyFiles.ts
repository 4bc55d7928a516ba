/** Files as browsers, mail programs and phones hand them over. Without Node, so that pages make them too. */

export type AnyFile = { name: string; type: string; bytes: Uint8Array<ArrayBuffer> };

function bytes(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

const pdf = bytes('%PDF-1.7\n1 0 obj << /Type /Catalog >> endobj\n%%EOF\n');
const mailedPdf = bytes(`\r\nX-Scan: yes\r\n${' '.repeat(600)}%PDF-1.4\n%%EOF\n`);
const png = bytes(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='),
);
/** The first marker of a JPEG tells its program: JFIF, Exif, a printer, a phone, a bare table. */
const jpeg = (marker: string) => bytes(`\xff\xd8\xff${marker}\0\x10JFIF\0\x01\x01\0\0\x48\0\x48\0\0\xff\xd9`);
const entry = (name: string) =>
  bytes(`PK\x03\x04${'\0'.repeat(22)}${String.fromCharCode(name.length)}\0\0\0${name}words`);
const emptyZip = bytes(`PK\x05\x06${'\0'.repeat(18)}`);
const set = entry('E-101.pdf');

/** What each is called once it is taken: `stored` where that differs. */
export type GoodFile = AnyFile & { stored?: string };

/** Forty files that must be taken, under fifteen types and none. */
export const goodFiles: readonly GoodFile[] = [
  { name: 'plan 1.pdf', type: '', bytes: pdf },
  { name: 'plan 2.pdf', type: 'application/pdf', bytes: mailedPdf },
  { name: 'plan 3.pdf', type: 'application/acrobat', bytes: pdf },
  { name: 'plan 4.pdf', type: 'applications/vnd.pdf', bytes: pdf },
  { name: 'plan 5.PDF', type: 'text/x-pdf', bytes: pdf },
  { name: 'plan 6.pdf', type: 'application/save', bytes: pdf },
  { name: 'plan 7.pdf', type: 'binary/octet-stream', bytes: pdf },
  { name: 'plan 8.pdf', type: 'unknown/unknown', bytes: mailedPdf },
  { name: 'plan 9.pdf', type: 'text/html', bytes: pdf },
  { name: 'plan 10.pdf', type: 'image/jpg', bytes: pdf },
  { name: 'plan 11', type: '', bytes: pdf, stored: 'plan 11.pdf' },
  { name: 'plan 12', type: '*/*', bytes: pdf, stored: 'plan 12.pdf' },
  { name: 'plan 13.download', type: 'text/plain', bytes: pdf, stored: 'plan 13.download.pdf' },
  { name: 'plan 14.zip', type: 'application/zip', bytes: pdf, stored: 'plan 14.pdf' },
  { name: 'roof 1.jpg', type: '', bytes: jpeg('\xe0') },
  { name: 'roof 2.jpg', type: 'image/jpg', bytes: jpeg('\xe1') },
  { name: 'roof 3.JPEG', type: 'image/pjpeg', bytes: jpeg('\xdb') },
  { name: 'roof 4.jpg', type: 'image/x-citrix-jpeg', bytes: jpeg('\xee') },
  { name: 'roof 5.jpg', type: 'application/octet-stream', bytes: jpeg('\xe2') },
  { name: 'roof 6.jpg', type: 'binary/octet-stream', bytes: jpeg('\xfe') },
  { name: 'roof 7.jpg', type: 'text/plain', bytes: jpeg('\xed') },
  { name: 'roof 8.jpg', type: '*/*', bytes: jpeg('\xe8') },
  { name: 'roof 9.jfif', type: 'image/jpeg', bytes: jpeg('\xe0'), stored: 'roof 9.jpg' },
  { name: 'roof 10.pdf', type: 'application/pdf', bytes: jpeg('\xe1'), stored: 'roof 10.jpg' },
  { name: 'roof 11.heic', type: 'image/heic', bytes: jpeg('\xe1'), stored: 'roof 11.jpg' },
  { name: 'roof 12', type: 'application/save', bytes: jpeg('\xe0'), stored: 'roof 12.jpg' },
  { name: 'panel 1.png', type: '', bytes: png },
  { name: 'panel 2.png', type: 'image/x-png', bytes: png },
  { name: 'panel 3.PNG', type: 'image/x-citrix-png', bytes: png },
  { name: 'panel 4.png', type: 'application/octet-stream', bytes: png },
  { name: 'panel 5.png', type: 'unknown/unknown', bytes: png },
  { name: 'panel 6.jpg', type: 'image/jpeg', bytes: png, stored: 'panel 6.png' },
  { name: 'panel 7', type: '', bytes: png, stored: 'panel 7.png' },
  { name: 'set 1.zip', type: '', bytes: set },
  { name: 'set 2.zip', type: 'application/x-zip', bytes: set },
  { name: 'set 3.ZIP', type: 'application/x-compressed', bytes: set },
  { name: 'set 4.zip', type: 'multipart/x-zip', bytes: emptyZip },
  { name: 'set 5.zip', type: 'application/octet-stream', bytes: entry('word/E-102.pdf') },
  { name: 'set 6.zip', type: '*/*', bytes: set },
  { name: 'set 7.pdf', type: 'application/pdf', bytes: set, stored: 'set 7.zip' },
];

const text = (words: string) => bytes(words);
/** Twenty files that must be refused, each by name; the types claim all sorts. */
export const badFiles: readonly AnyFile[] = [
  { name: 'run 1.exe', type: 'application/x-msdownload', bytes: bytes('MZ\x90\0\x03') },
  { name: 'run 2.pdf', type: 'application/pdf', bytes: bytes('MZ\x90\0\x03') },
  { name: 'run 3.jpg', type: 'image/jpeg', bytes: bytes('\x7fELF\x02\x01') },
  { name: 'run 4.sh', type: '', bytes: text('#!/bin/sh\n') },
  { name: 'run 5.zip', type: 'application/zip', bytes: bytes('Rar!\x1a\x07\x01\0') },
  { name: 'run 6.zip', type: '', bytes: bytes("7z\xbc\xaf'\x1c") },
  { name: 'page 1.pdf', type: 'application/pdf', bytes: text('<!doctype html><script>alert(1)</script>') },
  { name: 'page 2.html', type: 'text/html', bytes: text('<html>Sign in</html>') },
  { name: 'page 3', type: 'image/png', bytes: text('<html>Sign in</html>') },
  { name: 'draw 1.svg', type: 'image/svg+xml', bytes: text('<svg xmlns="http://www.w3.org/2000/svg"/>') },
  { name: 'draw 2.png', type: 'image/png', bytes: text('<svg xmlns="http://www.w3.org/2000/svg"/>') },
  { name: 'draw 3.gif', type: 'image/gif', bytes: text('GIF89a\x01\0\x01\0') },
  { name: 'draw 4.jpg', type: 'image/jpeg', bytes: bytes('RIFF\x20\0\0\0WEBPVP8 ') },
  { name: 'draw 5.tif', type: 'image/tiff', bytes: bytes('II*\0\x08\0\0\0') },
  { name: 'draw 6.dwg', type: 'application/octet-stream', bytes: text('AC1032\0\0') },
  { name: 'text 1.docx', type: 'application/zip', bytes: entry('[Content_Types].xml') },
  { name: 'text 2.zip', type: 'application/zip', bytes: entry('_rels/.rels') },
  { name: 'text 3.txt', type: 'text/plain', bytes: text('gate code 4711') },
  { name: 'text 4.pdf', type: '', bytes: text('PDF-1.4 without its sign') },
  { name: 'text 5.pdf', type: 'application/pdf', bytes: bytes('') },
];

/** Returns the name under which a good file is shown. */
export function takenName({ name, stored }: GoodFile): string {
  return stored ?? name;
}
