import { randomBytes } from 'node:crypto';
import type { Upload } from './outbox/chatTab.ts';

/** Creates an incompressible file of so many bytes that passes for a PDF. */
export function bigPdf(name: string, bytes: number): Upload {
  const head = Buffer.from('%PDF-1.7\n');
  const buffer = Buffer.concat([head, randomBytes(bytes - head.length)]);
  return { name, mimeType: 'application/pdf', buffer };
}
