import { hash } from 'node:crypto';
import type { EmailPart } from './emailReader.ts';

/** Returns the pixels of a small PNG or GIF by its head; infinite for any other file. */
function pixelsOf(bytes: Buffer): number {
  if (bytes.length < 24 || bytes.length > 4096) return Number.POSITIVE_INFINITY;
  if (bytes.toString('latin1', 1, 4) === 'PNG') return bytes.readUInt32BE(16) * bytes.readUInt32BE(20);
  if (bytes.toString('latin1', 0, 3) === 'GIF') return bytes.readUInt16LE(6) * bytes.readUInt16LE(8);
  return Number.POSITIVE_INFINITY;
}

export function partOf({
  contentType,
  filename = '',
  related,
  content,
}: {
  contentType: string;
  filename?: string;
  /** Whether it belongs into the text. */
  related: boolean;
  content: Buffer;
}): EmailPart {
  const isDot = pixelsOf(content) <= 4;
  return {
    fileName: filename,
    contentType,
    isInText: related,
    isDot,
    sha256: hash('sha256', content),
    content,
  };
}

/** Returns the pictures that stand in the HTML itself. */
export function picturesIn(html: string): EmailPart[] {
  const found = html.matchAll(/\bsrc=["']?data:(image\/[a-z.+-]{2,20});base64,([a-z0-9+/=\s]+)/gi);
  return Array.from(found, ([, contentType = '', encoded = '']) =>
    partOf({ contentType, related: true, content: Buffer.from(encoded, 'base64') }),
  );
}
